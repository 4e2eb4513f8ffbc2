import { parseCookie, stringifySetCookie } from 'cookie'
import type { IncomingHttpHeaders } from 'node:http'
import { sessionLifeMs } from '#management'

const tokenPattern = /^[0-9a-f]{64}$/

/** The cookie of a session of a browser. Over HTTPS its prefix binds it to this host (RFC 6265bis, 4.1.3.2). */
export class SessionCookie {
  readonly #isSecure: boolean
  readonly #name: string

  constructor(publicUrl: string) {
    this.#isSecure = publicUrl.startsWith('https:')
    this.#name = this.#isSecure ? '__Host-belfry_session' : 'belfry_session'
  }

  /** The token, or undefined when there is none or it cannot be one. */
  read({ cookie }: IncomingHttpHeaders): string | undefined {
    const token = cookie === undefined ? undefined : parseCookie(cookie)[this.#name]
    return token !== undefined && tokenPattern.test(token) ? token : undefined
  }

  /** The value of `set-cookie`; null removes the cookie. */
  write(token: string | null): string {
    return stringifySetCookie({
      name: this.#name,
      value: token ?? '',
      path: '/',
      httpOnly: true,
      secure: this.#isSecure,
      sameSite: 'lax',
      maxAge: token === null ? 0 : sessionLifeMs / 1000,
    })
  }
}
