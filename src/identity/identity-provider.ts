import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { ServerMetadata } from 'openid-client'
import { invariant, minuteMs } from '#kernel'
import { attestedPerson } from './attested-person.ts'
import type { AttestedPerson, Claims } from './attested-person.ts'
import { faultOfProvider } from './provider-faults.ts'

export interface IdentityProviderSettings {
  readonly issuer: string
  readonly clientId: string
  /** Null for public clients. */
  readonly clientSecret: string | null
  /** Separated by spaces. */
  readonly scopes: string
  readonly groupClaim: string
  /** Whether addresses count as verified that the provider does not call unverified. */
  readonly trustsEmails: boolean
  /** Where the provider sends browsers back to. */
  readonly redirectUrl: string
}

/** The state of a started sign-in, kept until the browser returns. */
export interface StartedSignIn {
  readonly url: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

const timeoutSeconds = 10
/** How far the clocks may differ. */
const toleranceSeconds = 60
/** A provider that moved its addresses is found again after this time. */
const discoveryLifeMs = 60 * minuteMs

/** A provider of identities, whose document of discovery is read when it is first needed. */
export class IdentityProvider {
  readonly #settings: IdentityProviderSettings
  readonly #now: () => number
  #known: { readonly configuration: Promise<Configuration>; readonly at: number } | null = null

  constructor(settings: IdentityProviderSettings, now: () => number) {
    this.#settings = settings
    this.#now = now
  }

  get issuer(): string {
    return this.#settings.issuer
  }

  get groupClaim(): string {
    return this.#settings.groupClaim
  }

  /** Begins a sign-in. Throws OIDC_UNREACHABLE. */
  async start(): Promise<StartedSignIn> {
    const configuration = await this.#configuration()
    const started = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#settings.redirectUrl,
      scope: this.#settings.scopes,
      code_challenge: await calculatePKCECodeChallenge(started.verifier),
      code_challenge_method: 'S256',
      state: started.state,
      nonce: started.nonce,
    })
    return { ...started, url: url.href }
  }

  /**
   * Who came back, by the parameters that the provider added to the address. Throws OIDC_UNREACHABLE, and OIDC_REJECTED when the
   * provider declined or what it says is not valid.
   */
  async finish(parameters: string, started: Omit<StartedSignIn, 'url'>): Promise<AttestedPerson> {
    const configuration = await this.#configuration()
    const { issuer, redirectUrl } = this.#settings
    try {
      const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUrl}?${parameters}`), {
        pkceCodeVerifier: started.verifier,
        expectedState: started.state,
        expectedNonce: started.nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      invariant(claims !== undefined, 'the library rejects answers without an ID token')
      const more = this.#isComplete(claims) ? {} : await moreClaims(configuration, tokens.access_token, claims.sub)
      return attestedPerson({ ...more, ...claims }, this.#settings)
    } catch (error) {
      throw faultOfProvider(error, issuer)
    }
  }

  /** Many providers keep ID tokens small and tell the rest on request. */
  #isComplete(claims: Claims): boolean {
    const person = attestedPerson(claims, this.#settings)
    return person.email !== null && person.isEmailVerified && person.groups !== null
  }

  async #configuration(): Promise<Configuration> {
    const now = this.#now()
    if (this.#known === null || now - this.#known.at > discoveryLifeMs)
      this.#known = { configuration: discover(this.#settings), at: now }
    const known = this.#known
    try {
      return await known.configuration
    } catch (error) {
      if (this.#known === known) this.#known = null
      throw faultOfProvider(error, this.#settings.issuer)
    }
  }
}

async function discover({ issuer, clientId, clientSecret }: IdentityProviderSettings): Promise<Configuration> {
  const isPlain = issuer.startsWith('http:')
  const execute = isPlain ? [allowInsecureRequests] : []
  const found = await discovery(new URL(issuer), clientId, undefined, None(), { execute, timeout: timeoutSeconds })
  const server = found.serverMetadata()
  const metadata = { [clockTolerance]: toleranceSeconds }
  const configuration = new Configuration(server, clientId, metadata, authentication(server, clientSecret))
  configuration.timeout = timeoutSeconds
  if (isPlain) allowInsecureRequests(configuration)
  // The signature is checked too, although the token comes over a connection of our own (OpenID Connect Core, 3.1.3.7).
  enableNonRepudiationChecks(configuration)
  return configuration
}

/** Basic is what providers support that do not say (OpenID Connect Discovery, 3). */
function authentication({ token_endpoint_auth_methods_supported: methods }: ServerMetadata, secret: string | null) {
  if (secret === null) return None()
  const isPost = methods?.includes('client_secret_post') === true && !methods.includes('client_secret_basic')
  return isPost ? ClientSecretPost(secret) : ClientSecretBasic(secret)
}

async function moreClaims(configuration: Configuration, accessToken: string, subject: string): Promise<Claims> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
  return fetchUserInfo(configuration, accessToken, subject)
}
