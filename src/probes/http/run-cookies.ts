import type { Cookie, CookieJar } from 'tough-cookie'

const maxCookieLength = 4096
const lastTimeMs = 8.64e15
const control = /[^\t -~\u0080-\uffff]/

/** The cookies of one run: each goes back to its host, below its path, and over TLS where it says so (RFC 6265). */
export class RunCookies {
  #jar: CookieJar | null = null
  readonly #names = new Map<string, Set<string>>()

  /** Takes the values of `set-cookie` in a response. Browsers do not keep those that are too long or have controls. */
  async keep(url: URL, values: readonly string[], nowMs: number): Promise<void> {
    const fit = values.filter((value) => value.length <= maxCookieLength && !control.test(value))
    if (fit.length === 0) return
    // Few runs follow a redirect with cookies, and the list of public suffixes is large.
    const library = await import('tough-cookie')
    const jar = (this.#jar ??= new library.CookieJar(undefined, { looseMode: true, allowSecureOnLocal: false }))
    const now = new Date(nowMs)
    for (const value of fit) {
      const cookie = library.Cookie.parse(value, { loose: true })
      if (!cookie) continue
      // The library counts lifetimes by the clock of the machine.
      const expiresMs = cookie.expiryTime(now) ?? Infinity
      cookie.expires = new Date(Math.min(Math.max(expiresMs, 0), lastTimeMs))
      cookie.maxAge = null
      if (jar.setCookieSync(cookie, url.href, { ignoreError: true, now })) this.#namesOf(url).add(cookie.key)
    }
  }

  /** The value of `cookie` for a request, empty for none; of what the check sends itself, `own`, the same names are replaced. */
  headerFor(url: URL, own: string, nowMs: number): string {
    const kept = matching(this.#jar, url)
      .filter((cookie) => Number(cookie.expiryTime()) > nowMs)
      .map((cookie) => cookie.cookieString())
    const replaced = this.#namesOf(url)
    if (replaced.size === 0 && kept.length === 0) return own
    const pairs = own.split(';').map((pair) => pair.trim())
    return [...pairs.filter((pair) => pair !== '' && !replaced.has(nameOf(pair))), ...kept].join('; ')
  }

  #namesOf({ hostname }: URL): Set<string> {
    const names = this.#names.get(hostname) ?? new Set()
    this.#names.set(hostname, names)
    return names
  }
}

/** The library throws for hosts that are a reserved name themselves, such as `test`. */
function matching(jar: CookieJar | null, url: URL): readonly Cookie[] {
  try {
    return jar?.getCookiesSync(url.href, { expire: false, sort: true }) ?? []
  } catch {
    return []
  }
}

const nameOf = (pair: string): string => (pair.split('=')[0] ?? '').trim()
