import { allows, operations } from '#contract'
import type { OperationRow, Role } from '#contract'
import type { Locator, Page, Route } from 'playwright-core'

const settleMs = 60
/** The screen before stays until the next one is there. */
const openMs = 300
const clickMs = 1_000
const rows: readonly OperationRow[] = Object.values(operations)

/** Literal parts win over parameters, as they do in the router. */
const matchers = rows
  .map((row) => ({ row, pattern: new RegExp(`^${row.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  .toSorted((a, b) => a.row.path.split('{').length - b.row.path.split('{').length)

const rowOf = (method: string, path: string): OperationRow | undefined =>
  matchers.find(({ row, pattern }) => row.method === method && pattern.test(path))?.row

/** Where a control is that would be refused, and what it would call. */
export interface Walk {
  readonly refused: readonly string[]
  /** How many controls were used. */
  readonly controls: number
}

/**
 * Uses every control of every screen as somebody with a role: buttons, menus, dialogs, selects, switches. Notes each
 * call that the role does not allow, and each link to a screen that only changes. Nothing is changed: no call but reads
 * reaches the service.
 */
export async function walkControls(page: Page, role: Role, addresses: readonly string[]): Promise<Walk> {
  const refused: string[] = []
  let at = ''
  let controls = 0
  const onCall = async (route: Route): Promise<void> => {
    const request = route.request()
    const method = request.method()
    const row = rowOf(method, new URL(request.url()).pathname)
    if (row && !allows(role, row.access)) refused.push(`${at}: ${method} ${row.path}`)
    if (method === 'GET') await route.continue()
    else await route.fulfill({ status: 503, json: { message: 'Not in this test.' } })
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.route(/\/(v1|v2|v3|next)\//, onCall)
  for (const address of addresses) {
    at = address
    await open(page, address)
    if (!allows(role, 'write')) refused.push(...(await linksToChanges(page, address)))
    controls += await useChoices(page)
    const count = await page.locator(controlsOf).count()
    for (let index = 0; index < count; index += 1) {
      const control = page.locator(controlsOf).nth(index)
      if ((await control.count()) === 0) break
      at = `${address}: ${await nameOf(control)}`
      if (!(await use(page, control))) continue
      controls += 1
      await useOpened(page, control)
      if (new URL(page.url()).pathname !== new URL(address, page.url()).pathname) await open(page, address)
    }
  }
  await page.unroute(/\/(v1|v2|v3|next)\//)
  return { refused, controls }
}

const controlsOf = 'main button:visible:enabled'

async function open(page: Page, address: string): Promise<void> {
  // Without loading it anew: a page whose calls are watched has no cache.
  await page.evaluate((to) => Reflect.get(globalThis, 'history').pushState(null, '', to), address)
  await page.waitForTimeout(openMs)
  await page.locator('main h1, main h3').first().waitFor()
  await page.waitForFunction(() => Reflect.get(globalThis, 'document').querySelector('main .skel') === null)
}

async function linksToChanges(page: Page, address: string): Promise<string[]> {
  const hrefs = await page
    .locator('main a[href]')
    .evaluateAll((links) => links.map((link) => String(Reflect.get(link, 'href'))))
  return hrefs.filter((href) => /\/(new|edit|welcome)([?#]|$)/.test(href)).map((href) => `${address}: ${href}`)
}

const nameOf = async (control: Locator): Promise<string> =>
  ((await control.getAttribute('aria-label')) ?? (await control.textContent()) ?? '').trim()

/** Clicks a control, with what its form requires filled in; false when it went away. */
async function use(page: Page, control: Locator): Promise<boolean> {
  await fillRequired(page)
  const isThere = await control.click({ timeout: clickMs }).then(
    () => true,
    () => false,
  )
  await page.waitForTimeout(settleMs)
  return isThere
}

async function fillRequired(page: Page): Promise<void> {
  for (const field of await page.locator('form :is(input, textarea)[required]:visible:enabled').all()) {
    if ((await field.inputValue()) !== '') continue
    const type = await field.getAttribute('type')
    await field.fill(type === 'email' ? 'a@mail.example' : 'correct horse battery')
  }
}

/** Uses what a control has opened: each entry of a menu, and what a dialog does. */
async function useOpened(page: Page, control: Locator): Promise<void> {
  const entries = await page.getByRole('menuitem').count()
  for (let index = 0; index < entries; index += 1) {
    if ((await page.getByRole('menuitem').count()) === 0) await use(page, control)
    await use(page, page.getByRole('menuitem').nth(index))
    await useDialog(page)
  }
  await useDialog(page)
  if ((await page.getByRole('menuitem').count()) > 0) await page.keyboard.press('Escape')
}

async function useDialog(page: Page): Promise<void> {
  const dialog = page.locator('[role=dialog], [role=alertdialog]')
  if ((await dialog.count()) === 0) return
  await use(page, dialog.first().locator('button:visible:enabled').last())
  for (let tries = 0; tries < 3 && (await dialog.count()) > 0; tries += 1) {
    await page.keyboard.press('Escape')
    await page.waitForTimeout(settleMs)
  }
}

/** Changes every choice that takes effect at once. */
async function useChoices(page: Page): Promise<number> {
  const selects = await page.locator('main table select:visible:enabled').all()
  for (const select of selects) await select.selectOption({ index: 1 }).catch(() => [])
  const switches = await page.locator('main input[type=checkbox]:not(form *):visible:enabled').all()
  for (const one of switches) await one.click({ timeout: clickMs }).catch(() => {})
  await page.waitForTimeout(settleMs)
  return selects.length + switches.length
}
