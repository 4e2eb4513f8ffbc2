import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { PasskeyAssertion, PasskeyRegistration } from '#contract'

/** What is wrong with what an authenticator says. */
export interface AuthenticatorFault {
  readonly origin?: string
  readonly rpId?: string
  readonly isUnverified?: boolean
  /** The counter to send; one more than before when absent. */
  readonly signCount?: number
  readonly signsWithAnotherKey?: boolean
  readonly isOther?: 'webauthn.get' | 'webauthn.create'
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** An authenticator with one passkey (ES256, no attestation), which signs every request. */
export class SoftwareAuthenticator {
  readonly #key = newKey()
  readonly id = randomBytes(32)
  readonly #origin: string
  #signCount = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  create(challenge: string, fault: AuthenticatorFault = {}): PasskeyRegistration {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' })
    // A COSE key (RFC 9052): {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
    const coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
    const length = Buffer.from([0, this.id.length])
    const data = Buffer.concat([this.#data(fault, 0x40), Buffer.alloc(16), length, this.id, coseKey])
    const size = Buffer.from([0x58, data.length])
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0', 'hex'),
      Buffer.from('686175746844617461', 'hex'),
      size,
      data,
    ])
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', challenge, fault).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    })
  }

  sign(challenge: string, fault: AuthenticatorFault = {}): PasskeyAssertion {
    this.#signCount = fault.signCount ?? this.#signCount + 1
    const clientData = this.#clientData('webauthn.get', challenge, fault)
    const authenticatorData = this.#data(fault, 0)
    const { privateKey } = fault.signsWithAnotherKey === true ? newKey() : this.#key
    const signature = createSign('sha256')
      .update(Buffer.concat([authenticatorData, sha256(clientData)]))
      .sign(privateKey)
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
    })
  }

  #credential<R>(response: R) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const, response }
  }

  #clientData(type: string, challenge: string, fault: AuthenticatorFault): Buffer {
    const origin = fault.origin ?? this.#origin
    return Buffer.from(JSON.stringify({ type: fault.isOther ?? type, challenge, origin, crossOrigin: false }))
  }

  #data({ rpId, isUnverified }: AuthenticatorFault, moreFlags: number): Buffer {
    const flags = 0x01 | (isUnverified === true ? 0 : 0x04) | moreFlags
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.#signCount)
    return Buffer.concat([sha256(rpId ?? new URL(this.#origin).hostname), Buffer.from([flags]), count])
  }
}
