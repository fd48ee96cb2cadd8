import { expect, test } from "./support/fixtures";

test("every page is under a policy that lets its own scripts run, and nothing breaks it", async ({ page, server }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) complaints.push(message.text());
  });
  for (const path of ["/sign-in", "/sign-up", "/docs", "/nowhere"]) {
    const response = await page.goto(`${server.url}${path}`);
    const policy = response?.headers()["content-security-policy"] ?? "";
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).toMatch(/script-src 'self' 'nonce-\w+' 'strict-dynamic';/);
    expect(response?.headers()["x-content-type-options"], path).toBe("nosniff");
  }
  expect(complaints).toEqual([]);
});

test("the reference can be read, and its parts linked to", async ({ page, server }) => {
  await page.goto(`${server.url}/docs#error-run_active`);
  await expect(page.locator("#error-run_active")).toBeInViewport();
  await page.getByRole("navigation").getByRole("link", { name: "Send a message and get the answer" }).click();
  await expect(page.getByRole("heading", { name: "Send a message and get the answer" })).toBeInViewport();
  await expect(page.locator("#send")).toContainText("/api/v1/chat/send");
});
