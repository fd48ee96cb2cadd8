import type { Page } from "@playwright/test";
import sharp from "sharp";
import { type ScriptedProvider, startScriptedProvider } from "@/test/scripted-provider";
import { expectNoViolations } from "./support/axe";
import { composer, userMessages } from "./support/conversation";
import { expect, test } from "./support/fixtures";
import { pictures } from "./support/pictures";
import { type Product, startProduct } from "./support/product";
import { PASSWORD } from "./support/state";
import { messageWindow } from "./support/window";

// Files in the composer and in messages, with one model that sees and one that does not.
test.describe.configure({ mode: "serial" });

let product: Product;
let provider: ScriptedProvider;
let account = 0;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  provider = await startScriptedProvider();
  product = await startProduct({
    name: "server-files",
    env: {
      CADAU_MODEL: "openai-compatible:scripted-small",
      CADAU_MODELS: "openai-compatible:scripted-vision@32000",
      OPENAI_COMPATIBLE_BASE_URL: provider.url,
    },
  });
});
test.afterAll(async () => {
  await product.stop();
  await provider.close();
});

test.beforeEach(async ({ page }) => {
  await page.goto(`${product.url}/sign-up`);
  await page.getByLabel("Name", { exact: true }).fill("Fiona");
  await page.getByLabel("Email", { exact: true }).fill(`fiona-${++account}@example.org`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await expect(composer(page)).toBeVisible();
});

type Given = { name: string; mimeType: string; buffer: Buffer };
const text = (name: string, words: string): Given => ({ name, mimeType: "text/plain", buffer: Buffer.from(words) });
const picture = async (name: string): Promise<Given> => ({
  ...{ name, mimeType: "image/png" },
  buffer: await sharp({ create: { width: 640, height: 420, channels: 3, background: "#3d7f8f" } })
    .png()
    .toBuffer(),
});
const chips = (page: Page) => page.getByRole("list", { name: "Files" }).locator("li[data-state]");
const choose = (page: Page, ...files: Given[]) => page.getByTestId("attach-input").setInputFiles(files);
const lastBody = () => JSON.stringify(provider.requests.filter(({ userText }) => userText !== "").at(-1)?.body);

/** As a browser tells of files: dragged over the page, let go, or in the clipboard. */
async function bring(
  page: Page,
  how: "dragenter" | "drop" | "paste",
  { name, mimeType, buffer }: Given,
): Promise<void> {
  const bytes = [...buffer];
  const handle = await page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(given.bytes)], given.name, { type: given.mimeType }));
      return transfer;
    },
    { bytes, name, mimeType },
  );
  await composer(page).evaluate(
    (element, { kind, transfer }) => {
      const event =
        kind === "paste"
          ? new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true })
          : new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true });
      element.dispatchEvent(event);
    },
    { kind: how, transfer: handle },
  );
}

const show = pictures("files");

test("a chosen file is sent with its message, is read by the model, and stands in the history", async ({ page }) => {
  await choose(page, text("notes.md", "Harbour notes.\nThe lamp is in the boathouse."));
  await expect(chips(page)).toHaveAttribute("data-state", "ready");
  await show(page, "composer");
  await composer(page).fill("where is the lamp-one?");
  await composer(page).press("Enter");
  await page.waitForURL(/\/c\//);
  await expect(messageWindow(page).getByRole("link", { name: /notes\.md/ })).toBeVisible();
  await expect(chips(page)).toHaveCount(0);
  await expect.poll(lastBody).toContain("The lamp is in the boathouse.");
  await page.reload();
  const link = userMessages(page).getByRole("link", { name: /Download notes\.md/ });
  await expect(link).toBeVisible();
  await expect(userMessages(page)).not.toContainText("boathouse");
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("notes.md");
  await expectNoViolations(page);
});

test("files are dropped and pasted; what cannot be taken says why, and is left out by a click", async ({ page }) => {
  await bring(page, "dragenter", text("a.txt", "dropped words"));
  await expect(page.getByTestId("drop-overlay")).toBeVisible();
  await show(page, "drop");
  await bring(page, "drop", text("a.txt", "dropped words"));
  await expect(page.getByTestId("drop-overlay")).toBeHidden();
  await bring(page, "paste", await picture("pasted.png"));
  await expect(chips(page)).toHaveCount(2);
  await choose(page, {
    name: "program.bin",
    mimeType: "application/octet-stream",
    buffer: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 0, 0, 0]),
  });
  await expect(page.getByText("it isn’t text, PDF, Word (.docx) or a known image")).toBeVisible();
  await composer(page).fill("look");
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
  await show(page, "refused");
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Remove program.bin" }).click();
  await expect(chips(page)).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
  await page.reload();
  await expect(chips(page)).toHaveCount(2);
});

test("an image is refused by a model that does not see, and given to one that does", async ({ page }) => {
  await choose(page, await picture("harbour.png"));
  await expect(chips(page)).toHaveAttribute("data-state", "ready");
  await composer(page).fill("what is in the picture-two?");
  await composer(page).press("Enter");
  await expect(page.getByText(/doesn’t take images/)).toBeVisible();
  await show(page, "cannot-see");
  await page.getByRole("button", { name: "Edit", exact: true }).first().click();
  await expect(chips(page)).toHaveCount(1);
  await page.getByRole("button", { name: /^Model:/ }).click();
  await page.getByRole("menuitemradio", { name: /scripted-vision/ }).click();
  await composer(page).press("Enter");
  await page.waitForURL(/\/c\//);
  await expect(messageWindow(page).getByRole("img", { name: "Image: harbour.png" })).toBeVisible();
  await expect.poll(lastBody).toContain("data:image/png;base64,");
  await show(page, "conversation");
  await page.reload();
  const image = messageWindow(page).getByRole("img", { name: "Image: harbour.png" });
  await expect(image).toBeVisible();
  expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(640);
});

test("a message of files alone goes out, once they are there, and waits its turn with them", async ({ page }) => {
  await composer(page).fill("#slow 40x50 first of all");
  await composer(page).press("Enter");
  await page.waitForURL(/\/c\//);
  await choose(page, text("later.txt", "words of later"));
  await composer(page).press("Enter");
  await expect(page.getByRole("list", { name: "Waiting messages" })).toContainText("later.txt");
  await expect(messageWindow(page).getByRole("link", { name: /later\.txt/ })).toBeVisible({ timeout: 20_000 });
  await expect.poll(lastBody).toContain("words of later");
});

test("an agent is given files to know, is asked about them, and names its source", async ({ page }) => {
  await page.goto(`${product.url}/agents/new`);
  await page.getByLabel("Name", { exact: true }).fill("Keeper");
  await page.getByRole("button", { name: "Create agent" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  const agent = /\/agents\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
  await page.goto(`${product.url}/agents/${agent}/settings`);
  const knowledge = page.getByRole("region", { name: "Knowledge" });
  await knowledge
    .getByTestId("knowledge-input")
    .setInputFiles(text("handbook.md", "The spare key hangs behind the barometer."));
  await expect(knowledge.locator("li[data-state]")).toHaveAttribute("data-state", "ready", { timeout: 20_000 });
  await knowledge.scrollIntoViewIfNeeded();
  await show(page, "knowledge");
  await expectNoViolations(page);
  await page.goto(`${product.url}/?agent=${agent}`);
  await composer(page).fill("where does the spare key-three hang?");
  await composer(page).press("Enter");
  await page.waitForURL(/\/c\//);
  await expect.poll(lastBody).toContain("behind the barometer");
  await page.getByRole("button", { name: /^Context:/ }).click();
  await expect(page.getByText("of the agent’s knowledge 8,000")).toBeVisible();
  await show(page, "inspector");
  await page.goto(`${product.url}/agents/${agent}/settings`);
  await page.getByRole("button", { name: "Remove handbook.md" }).click();
  await expect(page.getByText("handbook.md")).toBeHidden();
});

test("a file over the limit is refused with words", async ({ page }) => {
  await choose(page, text("huge.txt", "x".repeat(27_000_000)));
  await expect(page.getByText("That is too large to send.")).toBeVisible();
});
