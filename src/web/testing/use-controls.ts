import { allows } from '#contract'
import type { Role } from '#contract'
import { addressOf, operations } from '../api/operations.ts'
import type { UsedOperation } from '../api/operations.ts'
import { FakeApi } from './fake-api.ts'
import { keepSavedFiles } from './keep-saved-files.ts'
import { renderScreen } from './render-screen.ts'
import type { Scene } from './render-screen.ts'
import { storeAccount } from './stored-account.ts'

/** Screens for those who may call an operation, by the ends of their addresses: links to them are controls of it. */
const linked: Readonly<Record<string, UsedOperation>> = {
  '/checks/new': 'createCheckGeneric',
  '/channels/new': 'createAlertChannel',
  '/groups/new': 'createCheckGroupV2',
  '/incidents/new': 'createStatusPageIncident',
  '/maintenance/new': 'createMaintenanceWindow',
  '/boards/new': 'createDashboard',
  '/status-pages/new': 'createStatusPageV3',
  '/welcome': 'createUrlCheck',
  '/edit': 'updateCheckGeneric',
  '/settings/keys': 'listApiKeys',
  '/settings/audit': 'listAuditLog',
  '/settings/health': 'getServiceHealth',
}

/** The names of controls, each with the operations that it calls and that a role can lack. */
export type Controls = ReadonlyMap<string, readonly UsedOperation[]>

/** The controls that a role permits, sorted. */
export const permitted = (controls: Controls, role: Role): readonly string[] =>
  [...controls]
    .flatMap(([name, ids]) => (ids.every((id) => allows(role, addressOf(id).access)) ? [name] : []))
    .toSorted()

export interface Look {
  /** Whether nothing was made in the account yet. */
  readonly isEmpty?: boolean
  /** Prepares the screen, for example by a selection. */
  readonly prepare?: (scene: Scene) => Promise<void>
}

/** The controls that a role sees in the content of a screen, sorted; menus are opened for their entries. */
export async function shownControls(address: string, role: Role, look: Look = {}): Promise<readonly string[]> {
  const scene = await openAs(address, role, look)
  const names: string[] = []
  for (const [name, control] of controlsOn()) {
    names.push(name)
    if (!isMenu(control)) continue
    await scene.user.click(control)
    names.push(...entriesOf(scene).map((entry) => `${name} > ${nameOf(entry)}`))
    await scene.user.keyboard('{Escape}')
  }
  return names.toSorted()
}

/**
 * Uses every control of a screen as the owner, with dialogs and menus, and notes what it calls. Nothing is changed. What
 * is known of a control is not found out again.
 */
export async function useControls(address: string, known: Controls = new Map(), look: Look = {}): Promise<Controls> {
  const found = new Map<string, readonly UsedOperation[]>()
  let scene = await openAs(address, 'OWNER', look)
  const pathOfScene = (): string => new URL(scene.address(), location.href).pathname
  const path = pathOfScene()
  /** Another control may have led elsewhere, or hidden this one. A filter that another has set changes nothing. */
  const find = async (name: string): Promise<HTMLElement> => {
    await scene.user.keyboard('{Escape}')
    const control = pathOfScene() === path ? controlsOn().get(name) : undefined
    if (control && document.querySelector(opened) === null) return control
    scene = await openAs(address, 'OWNER', look)
    return required(controlsOn().get(name), name)
  }
  const callsOf = async (name: string, entry?: string): Promise<readonly UsedOperation[]> => {
    const control = await find(name)
    const before = scene.api.sent.length
    await operate(scene, control)
    if (entry !== undefined) await scene.user.click(entryOf(scene, entry))
    await finishDialog(scene)
    const led = scene.address() === address ? undefined : operationOf(new URL(scene.address(), location.href))
    return [...calledSince(scene.api, before), ...(led ? [led] : [])]
  }
  const use = async (name: string, entry?: string): Promise<void> => {
    const control = pathOf(name, entry)
    found.set(control, known.get(control) ?? (await callsOf(name, entry)))
  }
  const controls = [...controlsOn()].map(([name, control]) => ({
    name,
    isMenu: isMenu(control),
    form: formOf(control),
  }))
  for (const { name } of controls.filter(({ form }) => form === null)) await use(name)
  for (const { name } of controls.filter((control) => control.isMenu)) {
    await scene.user.click(await find(name))
    const entries = entriesOf(scene).map(nameOf)
    for (const entry of entries) await use(name, entry)
    // A role that may use none of its entries has no menu.
    found.set(name, leastOf(entries.map((entry) => found.get(pathOf(name, entry)) ?? [])))
  }
  for (const { name, form } of controls) if (form !== null) found.set(name, found.get(form) ?? [])
  const needed = operationOf(new URL(address, location.href))
  return new Map([...found].map(([name, called]) => [name, needed ? [needed, ...called] : called]))
}

const opened = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
const pathOf = (name: string, entry?: string): string => (entry === undefined ? name : `${name} > ${entry}`)

function required(control: HTMLElement | undefined, name: string): HTMLElement {
  if (control === undefined) throw new Error(`There is no ${name} any more.`)
  return control
}

/** The name of the button that saves the fields of a form; null: the control saves by itself. */
function formOf(control: Element): string | null {
  const isField = control instanceof HTMLFieldSetElement || control instanceof HTMLInputElement
  const submit = isField ? control.form?.querySelector('[type=submit]') : null
  return submit ? nameOf(submit) : null
}

async function openAs(address: string, role: Role, { isEmpty = false, prepare }: Look): Promise<Scene> {
  const api = new FakeApi(role)
  if (!isEmpty) storeAccount(api)
  for (const id of changing) api.fail(id, 'INTERNAL', { values: { requestId: '1' } })
  keepSavedFiles()
  // What was being written before would be shown again.
  sessionStorage.clear()
  const scene = await renderScreen(address, { api })
  await prepare?.(scene)
  return scene
}

/** The keys of a table are its names. */
const ids = Object.keys(operations) as readonly UsedOperation[]
const isChange = (id: UsedOperation): boolean => addressOf(id).method !== 'GET'
const changing = ids.filter(isChange)

const calledSince = ({ sent }: FakeApi, before: number): readonly UsedOperation[] => [
  ...new Set(sent.slice(before).flatMap(({ id }) => (addressOf(id).access === 'read' ? [] : [id]))),
]

const leastOf = (lists: readonly (readonly UsedOperation[])[]): readonly UsedOperation[] =>
  lists.toSorted((a, b) => rankOf(a) - rankOf(b))[0] ?? []

const levels = ['public', 'read', 'run', 'write', 'admin', 'owner']
const rankOf = (called: readonly UsedOperation[]): number =>
  Math.max(0, ...called.map((id) => levels.indexOf(addressOf(id).access)))

const controlSelector = ':is(button, select, fieldset, input[type=checkbox]):not(:disabled), a[href]'

/** By their names; those that occur several times count once. */
function controlsOn(): ReadonlyMap<string, HTMLElement> {
  const controls = new Map<string, HTMLElement>()
  for (const control of document.querySelectorAll<HTMLElement>(`main :is(${controlSelector})`)) {
    if (control.closest('fieldset:disabled, fieldset fieldset')) continue
    if (control.closest('fieldset') && !(control instanceof HTMLFieldSetElement)) continue
    if (control instanceof HTMLAnchorElement && operationOf(control) === undefined) continue
    const name = nameOf(control)
    if (!controls.has(name)) controls.set(name, control)
  }
  return controls
}

const operationOf = ({ pathname }: { readonly pathname: string }): UsedOperation | undefined =>
  Object.entries(linked).find(([end]) => pathname.endsWith(end))?.[1]

function nameOf(control: Element): string {
  if (control instanceof HTMLFieldSetElement) return 'the fields'
  const text = [...control.childNodes].map((node) =>
    node instanceof Element && node.tagName === 'KBD' ? '' : node.textContent,
  )
  const isField = control instanceof HTMLSelectElement || control instanceof HTMLInputElement
  const label = isField ? (control.labels?.[0]?.textContent ?? '') : text.join('')
  return (control.getAttribute('aria-label') ?? label).trim()
}

const isMenu = (control: Element): boolean => control.getAttribute('aria-haspopup') === 'menu'
const entriesOf = ({ page }: Scene): HTMLElement[] => page.queryAllByRole('menuitem')
const entryOf = (scene: Scene, name: string): HTMLElement => {
  const entry = entriesOf(scene).find((one) => nameOf(one) === name)
  if (entry === undefined) throw new Error(`The menu has no ${name}.`)
  return entry
}

async function operate({ user, api }: Scene, control: HTMLElement): Promise<void> {
  const needed = control instanceof HTMLAnchorElement ? operationOf(control) : undefined
  if (needed) api.sent.push({ id: needed, params: {}, query: {}, body: undefined, account: null, ifMatch: null })
  else if (control instanceof HTMLSelectElement) {
    const other = [...control.options].find(({ selected, disabled }) => !selected && !disabled)
    if (other) await user.selectOptions(control, other)
  } else await user.click(control)
}

/** Fills in what a dialog requires and presses its last button. */
async function finishDialog(scene: Scene): Promise<void> {
  const dialog = document.querySelector('[role=dialog], [role=alertdialog]')
  if (dialog === null) return
  for (const field of dialog.querySelectorAll<HTMLInputElement>('input, textarea'))
    if (field.required && field.value === '')
      await scene.fill(field, field.type === 'email' ? 'a@mail.example' : 'correct horse battery')
  const [last] = [...dialog.querySelectorAll<HTMLElement>('button:not(:disabled)')].toReversed()
  if (last) await scene.user.click(last)
}
