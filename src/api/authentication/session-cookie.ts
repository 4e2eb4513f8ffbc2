import { parseCookie, stringifySetCookie } from 'cookie'
import type { IncomingHttpHeaders } from 'node:http'
import { knownBrowserLifeMs, oidcSignInLifeMs, sessionLifeMs } from '#management'

const tokenPattern = /^[0-9a-f]{64}$/

/** A token in a cookie that only the service reads. Over HTTPS its prefix binds it to this host (RFC 6265bis, 4.1.3.2). */
class TokenCookie {
  readonly #isSecure: boolean
  readonly #name: string
  readonly #lifeMs: number

  constructor(publicUrl: string, name: string, lifeMs: number) {
    this.#isSecure = publicUrl.startsWith('https:')
    this.#name = this.#isSecure ? `__Host-${name}` : name
    this.#lifeMs = lifeMs
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
      maxAge: token === null ? 0 : this.#lifeMs / 1000,
    })
  }
}

/** The cookie of a session of a browser. */
export class SessionCookie extends TokenCookie {
  constructor(publicUrl: string) {
    super(publicUrl, 'belfry_session', sessionLifeMs)
  }
}

/** The cookie of a browser in which a person with a password has signed in before. */
export class KnownBrowserCookie extends TokenCookie {
  constructor(publicUrl: string) {
    super(publicUrl, 'belfry_known', knownBrowserLifeMs)
  }
}

/** The cookie of a browser that is at the identity provider. */
export class OidcCookie extends TokenCookie {
  constructor(publicUrl: string) {
    super(publicUrl, 'belfry_oidc', oidcSignInLifeMs)
  }
}
