import { type Browser, expect, type Page, test } from "@playwright/test";
import { everythingCommand } from "@/test/support/mcp-servers";
import { expectNoViolations } from "./support/axe";
import { pictures } from "./support/pictures";
import { type Product, startProduct } from "./support/product";

// An admin sets up tool servers, and an agent gets one: the official reference server, run as a command.

const WORDS = {
  en: {
    fields: ["Name", "Email", "Password"],
    signUp: "Create account",
    add: "Add server",
    name: "Name",
    url: "Address",
    kind: "How it is reached",
    command: "Command",
    args: "Arguments",
    secret: ["Add header", "Value of Authorization"],
    save: "Save",
    edit: "Edit",
    invalid: "Enter an address that begins with http:// or https://, without a password in it.",
    test: (name: string) => `Test ${name}`,
    more: (name: string) => `More for ${name}`,
    enabled: (name: string) => `${name} enabled`,
    off: "Off",
    unreachable: "The server can’t be reached.",
    answers: /It answers, and offers \d+ tools/,
    kept: "Stored; empty keeps it",
    remove: "Remove",
    servers: "Tool servers",
  },
  "zh-CN": {
    fields: ["姓名", "邮箱", "密码"],
    signUp: "创建账号",
    add: "添加服务器",
    name: "名称",
    url: "网址",
    kind: "连接方式",
    command: "命令",
    args: "参数",
    secret: ["添加请求头", "Authorization 的值"],
    save: "保存",
    edit: "编辑",
    invalid: "请输入以 http:// 或 https:// 开头、不含密码的网址。",
    test: (name: string) => `测试 ${name}`,
    more: (name: string) => `${name} 的更多操作`,
    enabled: (name: string) => `启用 ${name}`,
    off: "已停用",
    unreachable: "无法连接到服务器。",
    answers: /连接正常，提供 \d+ 个工具/,
    kept: "已保存，留空则不变",
    remove: "移除",
    servers: "工具服务器",
  },
} as const;

async function signUp(browser: Browser, product: Product, locale: keyof typeof WORDS): Promise<Page> {
  const page = await (await browser.newContext({ locale })).newPage();
  await page.goto(`${product.url}/sign-up`);
  const values = ["Ada", "ada@example.org", "correct horse battery"];
  for (const [i, label] of WORDS[locale].fields.entries()) {
    await page.getByLabel(label, { exact: true }).fill(values[i] ?? "");
  }
  await page.getByRole("button", { name: WORDS[locale].signUp }).click();
  await page.waitForURL((url) => url.pathname === "/");
  return page;
}

for (const locale of ["en", "zh-CN"] as const) {
  test(`tool servers are set up, tested, and given to an agent: ${locale}`, async ({ browser }) => {
    const words = WORDS[locale];
    const shoot = pictures(`tool-servers-${locale}`);
    const product = await startProduct({ name: `server-tools-${locale}`, env: { MCP_STDIO: "1" } });
    const page = await signUp(browser, product, locale);
    const dialog = page.getByRole("dialog");
    const button = (name: string) => dialog.getByRole("button", { name, exact: true });
    const field = (name: string) => dialog.getByLabel(name, { exact: true });

    await page.goto(`${product.url}/admin/tools`);
    await expectNoViolations(page);
    await shoot(page, "none");

    await page.getByRole("button", { name: words.add }).click();
    await field(words.name).fill("calendar");
    await field(words.url).fill("localhost:9");
    await button(words.secret[0]).click();
    await dialog.getByPlaceholder("Authorization").fill("Authorization");
    await field(words.secret[1]).fill("Bearer saffron");
    await button(words.add).click();
    await expect(dialog.getByText(words.invalid)).toBeVisible();
    await shoot(page, "dialog");
    await expectNoViolations(page, { where: "the dialog" });
    await field(words.url).fill("http://localhost:9/mcp");
    await button(words.add).click();
    await expect(dialog).toBeHidden();

    await page.getByRole("button", { name: words.add }).click();
    await field(words.name).fill("every");
    await field(words.kind).selectOption("stdio");
    await field(words.command).fill(everythingCommand.command);
    await field(words.args).fill(everythingCommand.args.join("\n"));
    await shoot(page, "command");
    await button(words.add).click();
    await expect(dialog).toBeHidden();

    await page.getByRole("button", { name: words.test("calendar") }).click();
    await expect(page.getByText(words.unreachable)).toBeVisible();
    await page.getByRole("button", { name: words.test("every") }).click();
    await expect(page.getByText(words.answers)).toBeVisible();
    await shoot(page, "tested");
    await expectNoViolations(page);

    // What was stored is not shown again, and stays.
    await page.getByRole("button", { name: words.more("calendar") }).click();
    await page.getByRole("menuitem", { name: words.edit }).click();
    await expect(dialog.getByPlaceholder(words.kept)).toBeVisible();
    expect(await page.content()).not.toContain("saffron");
    await shoot(page, "edit");
    await button(words.save).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("switch", { name: words.enabled("calendar") }).click();
    await expect(page.getByText(words.off, { exact: true })).toBeVisible();

    const origin = { origin: product.url };
    const made = await page.request.post(`${product.url}/api/v1/agents`, { data: { name: "Ada" }, headers: origin });
    const { id } = (await made.json()) as { id: string };
    await page.goto(`${product.url}/agents/${id}/settings`);
    const section = page.getByRole("region", { name: words.servers });
    await section.getByRole("switch", { name: "every" }).click();
    await section.scrollIntoViewIfNeeded();
    await shoot(page, "agent");
    await expectNoViolations(page);
    await expect
      .poll(async () => {
        const agent = await page.request.get(`${product.url}/api/v1/agents/${id}`);
        return ((await agent.json()) as { config_json: { mcp_servers?: string[] } }).config_json.mcp_servers;
      })
      .toHaveLength(1);
    await page.reload();
    await expect(section.getByRole("switch", { name: "every" })).toBeChecked();

    await page.goto(`${product.url}/admin/tools`);
    await page.getByRole("button", { name: words.more("every") }).click();
    await page.getByRole("menuitem", { name: words.remove }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: words.remove }).click();
    await expect(page.getByRole("heading", { name: "every" })).toBeHidden();
    await page.context().close();
    expect(await product.stop()).toBe(0);
  });
}
