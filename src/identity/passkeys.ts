import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { PasskeyAssertion, PasskeyCreationOptions, PasskeyRegistration, PasskeyRequestOptions } from '#contract'
import { Fault, minuteMs } from '#kernel'
import { problemOfPasskey } from './passkey-problems.ts'

/** How long somebody may take with the authenticator. */
export const passkeyCeremonyMs = 10 * minuteMs

/** EdDSA, ES256, RS256 (RFC 9053, RFC 8812), the preferred first. */
const algorithms = [-8, -7, -257]

/** A passkey as its authenticator made it. */
export interface NewCredential {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: string[]
  readonly isSynced: boolean
}

/** A stored passkey. */
export interface KnownCredential {
  readonly credentialId: Uint8Array
  readonly publicKey: Uint8Array
  readonly signCount: number
}

/** As URLs write them, in whatever form they came. */
const ipAddress = /^\[|^[\d.]+$/

/** Whether browsers allow passkeys at an address: over HTTPS, or on this machine, and never by the number of a host. */
export function allowsPasskeys(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return protocol === 'https:' && !ipAddress.test(hostname)
}

/** Passkeys of the service at its public URL (WebAuthn Level 3): what authenticators are asked, and what they answered. */
export class PasskeyVerifier {
  readonly #origin: string
  readonly #rpId: string
  readonly #name: string

  /** Throws PASSKEYS_UNAVAILABLE. */
  constructor(publicUrl: string, name: string) {
    if (!allowsPasskeys(publicUrl)) throw new Fault('PASSKEYS_UNAVAILABLE')
    const { origin, hostname } = new URL(publicUrl)
    this.#origin = origin
    this.#rpId = hostname
    this.#name = name
  }

  creationOptions(
    user: { readonly id: string; readonly name: string; readonly email: string },
    challenge: string,
    known: readonly { readonly credentialId: Buffer; readonly transports: readonly string[] }[],
  ): PasskeyCreationOptions {
    return {
      challenge,
      rp: { id: this.#rpId, name: this.#name },
      user: {
        // A number that says nothing about the person, as the standard asks.
        id: Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url'),
        name: user.email || user.name,
        displayName: user.name,
      },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: passkeyCeremonyMs,
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        type: 'public-key',
        id: credentialId.toString('base64url'),
        transports: [...transports],
      })),
    }
  }

  requestOptions(challenge: string): PasskeyRequestOptions {
    return { challenge, rpId: this.#rpId, timeout: passkeyCeremonyMs, userVerification: 'required' }
  }

  /** The credential that an authenticator made for the challenge. Throws PASSKEY_REJECTED. */
  async verifyRegistration(given: PasskeyRegistration, challenge: string): Promise<NewCredential> {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const { verified, registrationInfo } = await orRejected(() =>
      verifyRegistrationResponse({
        response: registrationOf(given),
        expectedChallenge: challenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      }),
    )
    if (!verified) throw rejected('its signature is wrong')
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: [...(given.response.transports ?? [])],
      isSynced: credentialBackedUp,
    }
  }

  /** Verifies a sign-in with a known credential. Throws PASSKEY_REJECTED. */
  async verifyAssertion(
    given: PasskeyAssertion,
    challenge: string,
    known: KnownCredential,
  ): Promise<{ readonly signCount: number; readonly isSynced: boolean }> {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const { verified, authenticationInfo } = await orRejected(() =>
      verifyAuthenticationResponse({
        response: assertionOf(given),
        expectedChallenge: challenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#rpId,
        requireUserVerification: true,
        credential: {
          id: Buffer.from(known.credentialId).toString('base64url'),
          publicKey: new Uint8Array(known.publicKey),
          counter: known.signCount,
        },
      }),
    )
    if (!verified) throw rejected('its signature is wrong')
    return { signCount: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
  }
}

/** The challenge that an authenticator has signed, as the browser says; null when there is none. */
export function challengeOf(clientDataJson: string): string | null {
  try {
    const { challenge } = Object(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString())) as {
      challenge?: unknown
    }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

const rejected = (problem: string, cause?: unknown): Fault =>
  new Fault('PASSKEY_REJECTED', { values: { problem }, cause })

/** Whatever the library throws is about what the browser sent. */
async function orRejected<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    throw rejected(problemOfPasskey(error), error)
  }
}

function registrationOf({ id, rawId, response }: PasskeyRegistration): RegistrationResponseJSON {
  const { clientDataJSON, attestationObject } = response
  return { id, rawId, type: 'public-key', clientExtensionResults: {}, response: { clientDataJSON, attestationObject } }
}

function assertionOf({ id, rawId, response }: PasskeyAssertion): AuthenticationResponseJSON {
  const { clientDataJSON, authenticatorData, signature } = response
  const signed = { clientDataJSON, authenticatorData, signature }
  return { id, rawId, type: 'public-key', clientExtensionResults: {}, response: signed }
}
