// The functions that scripts of agentic checks use, during an exploration and in each later run. It imports nothing.

interface Page {
  url(): string
  goto(url: string): Promise<unknown>
}
interface Locator {
  page(): Page
  fill(text: string): Promise<void>
  selectOption(option: { label: string }): Promise<unknown>
  evaluate<T>(read: (element: FormElement) => T): Promise<T>
}
interface FormElement {
  readonly form?: { getAttribute(name: string): string | null } | null
  readonly baseURI: string
}
interface Requests<R> {
  fetch(url: string, options: object): Promise<R>
}

const namesOf = (name: string): string[] => (process.env[name] ?? '').split(' ').filter((text) => text !== '')
const hosts = (): Set<string> => new Set(namesOf('AGENTIC_HOSTS'))
const secretNames = (): Set<string> => new Set(namesOf('AGENTIC_SECRETS'))
const placeholder = /\{\{\{?\s*([A-Za-z_]\w*)\s*\}?\}\}/g

/** A text with the values of its variables. */
export const fillIn = (text: string): string =>
  text.replaceAll(placeholder, (whole, name: string) => process.env[name] ?? whole)

const holdsSecret = (text: string): boolean => {
  const secret = secretNames()
  return [...text.matchAll(placeholder)].some(([, name = '']) => secret.has(name))
}

/** A filled URL. Throws for hosts that the prompt does not name. */
export function urlOf(text: string): string {
  const url = fillIn(text)
  const { protocol, host } = new URL(url)
  if (/^https?:$/.test(protocol) && hosts().has(host)) return url
  throw new Error(`The prompt does not name the host of ${text}. It names: ${[...hosts()].join(', ')}.`)
}

/** Opens a page of a host that the prompt names. */
export const open = (page: Page, url: string): Promise<unknown> => page.goto(urlOf(url))

/** Enters a text. Secrets are only entered in pages, and forms, of hosts that the prompt names. */
export async function enter(locator: Locator, text: string): Promise<void> {
  if (holdsSecret(text)) await verifyPlace(locator)
  await locator.fill(fillIn(text))
}

async function verifyPlace(locator: Locator): Promise<void> {
  const page = locator.page().url()
  const action = await locator.evaluate((element) => element.form?.getAttribute('action') ?? '')
  const target = new URL(action, page)
  for (const { host } of [new URL(page), target])
    if (!hosts().has(host))
      throw new Error(`Secrets are only entered in pages of ${[...hosts()].join(', ')}, and this is one of ${host}.`)
}

export const choose = (locator: Locator, option: string): Promise<unknown> =>
  locator.selectOption({ label: fillIn(option) })

/** Sends a request to a host that the prompt names. Redirects are not followed, so that nothing goes elsewhere. */
export function send<R>(
  requests: Requests<R>,
  method: string,
  url: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<R> {
  const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fillIn(value)]))
  const data = body === undefined ? {} : { data: fillIn(body) }
  return requests.fetch(urlOf(url), { method, headers: filled, ...data, maxRedirects: 0, timeout: 15_000 })
}
