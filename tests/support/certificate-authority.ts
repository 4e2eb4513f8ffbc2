import { webcrypto } from 'node:crypto'
import * as asn1js from 'asn1js'
import {
  AccessDescription,
  AltName,
  AttributeTypeAndValue,
  BasicConstraints,
  BasicOCSPResponse,
  CertID,
  Certificate,
  ExtKeyUsage,
  Extension,
  GeneralName,
  InfoAccess,
  OCSPResponse,
  ResponseBytes,
  SingleResponse,
} from 'pkijs'

type KeyKind = 'P-256' | 'RSA-2048' | 'RSA-1024'

export interface CertificateWishes {
  readonly name: string
  readonly hosts?: readonly string[]
  readonly isCA?: boolean
  readonly notBefore?: Date
  readonly notAfter?: Date
  readonly key?: KeyKind
  readonly hash?: 'SHA-1' | 'SHA-256'
  readonly ocspUrl?: string
  readonly issuerUrl?: string
  readonly mustStaple?: boolean
  readonly hasScts?: boolean
  readonly mayAnswerOcsp?: boolean
  readonly serial?: number
}

export interface OcspWishes {
  readonly status: 'good' | 'revoked' | 'unknown'
  readonly thisUpdate?: Date
  readonly nextUpdate?: Date
  readonly serial?: number
}

const keyAlgorithms = {
  'P-256': { name: 'ECDSA', namedCurve: 'P-256' },
  'RSA-2048': {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  },
  'RSA-1024': {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 1024,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  },
} as const
const dayMs = 86_400_000
export const days = (count: number): Date => new Date(Date.now() + count * dayMs)
let lastSerial = 1000

const pem = (label: string, bytes: ArrayBuffer): string =>
  [
    `-----BEGIN ${label}-----`,
    ...(Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []),
    `-----END ${label}-----`,
    '',
  ].join('\n')

/** A certificate made for a test, with its private key, that can issue others and answer for them by OCSP. */
export class IssuedCertificate {
  readonly #certificate: Certificate
  readonly #privateKey: webcrypto.CryptoKey
  readonly cert: string
  readonly key: string
  readonly der: Buffer

  private constructor(certificate: Certificate, privateKey: webcrypto.CryptoKey, key: string) {
    this.#certificate = certificate
    this.#privateKey = privateKey
    this.key = key
    const bytes = certificate.toSchema(true).toBER()
    this.der = Buffer.from(bytes)
    this.cert = pem('CERTIFICATE', bytes)
  }

  /** A certificate that signs itself. */
  static selfSigned(wishes: CertificateWishes): Promise<IssuedCertificate> {
    return IssuedCertificate.#make(wishes, null)
  }

  issue(wishes: CertificateWishes): Promise<IssuedCertificate> {
    return IssuedCertificate.#make(wishes, this)
  }

  static async #make(wishes: CertificateWishes, issuer: IssuedCertificate | null): Promise<IssuedCertificate> {
    const pair = await webcrypto.subtle.generateKey(keyAlgorithms[wishes.key ?? 'P-256'], true, ['sign', 'verify'])
    const certificate = new Certificate()
    certificate.version = 2
    certificate.serialNumber = new asn1js.Integer({ value: wishes.serial ?? (lastSerial += 1) })
    certificate.subject.typesAndValues.push(commonName(wishes.name))
    const above = issuer === null ? certificate : issuer.#certificate
    certificate.issuer.typesAndValues.push(...above.subject.typesAndValues)
    certificate.notBefore.value = wishes.notBefore ?? days(-1)
    certificate.notAfter.value = wishes.notAfter ?? days(365)
    certificate.extensions = extensionsFor(wishes)
    await certificate.subjectPublicKeyInfo.importKey(pair.publicKey)
    await certificate.sign(issuer === null ? pair.privateKey : issuer.#privateKey, wishes.hash ?? 'SHA-256')
    const key = pem('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', pair.privateKey))
    return new IssuedCertificate(certificate, pair.privateKey, key)
  }

  /** A response in DER about a certificate that `issuer` issued, signed by this one. */
  async ocspResponse(about: IssuedCertificate, issuer: IssuedCertificate, wishes: OcspWishes): Promise<Buffer> {
    const basic = new BasicOCSPResponse()
    basic.tbsResponseData.responderID = this.#certificate.subject
    basic.tbsResponseData.producedAt = new Date()
    basic.tbsResponseData.responses.push(await singleResponse(about.#certificate, issuer.#certificate, wishes))
    basic.certs = [this.#certificate]
    await basic.sign(this.#privateKey, 'SHA-256')
    const response = new OCSPResponse()
    response.responseStatus.valueBlock.valueDec = 0
    response.responseBytes = new ResponseBytes({
      responseType: '1.3.6.1.5.5.7.48.1.1',
      response: new asn1js.OctetString({ valueHex: basic.toSchema().toBER() }),
    })
    return Buffer.from(response.toSchema().toBER())
  }
}

const commonName = (name: string): AttributeTypeAndValue =>
  new AttributeTypeAndValue({ type: '2.5.4.3', value: new asn1js.Utf8String({ value: name }) })

async function singleResponse(certificate: Certificate, issuerCertificate: Certificate, wishes: OcspWishes) {
  const certID = await CertID.create(certificate, { hashAlgorithm: 'SHA-1', issuerCertificate })
  if (wishes.serial !== undefined) certID.serialNumber = new asn1js.Integer({ value: wishes.serial })
  const single = new SingleResponse({ certID })
  single.certStatus = certStatus[wishes.status]()
  single.thisUpdate = wishes.thisUpdate ?? new Date(Date.now() - 60_000)
  single.nextUpdate = wishes.nextUpdate ?? days(1)
  return single
}

const certStatus = {
  good: () => new asn1js.Primitive({ idBlock: { tagClass: 3, tagNumber: 0 } }),
  revoked: () =>
    new asn1js.Constructed({
      idBlock: { tagClass: 3, tagNumber: 1 },
      value: [new asn1js.GeneralizedTime({ valueDate: new Date(Date.now() - 60_000) })],
    }),
  unknown: () => new asn1js.Primitive({ idBlock: { tagClass: 3, tagNumber: 2 } }),
} as const

function extensionsFor(wishes: CertificateWishes): Extension[] {
  const { hosts = [], ocspUrl, issuerUrl } = wishes
  const access = [
    ...(ocspUrl === undefined ? [] : [accessTo('1.3.6.1.5.5.7.48.1', ocspUrl)]),
    ...(issuerUrl === undefined ? [] : [accessTo('1.3.6.1.5.5.7.48.2', issuerUrl)]),
  ]
  return [
    extension('2.5.29.19', new BasicConstraints({ cA: wishes.isCA === true }).toSchema().toBER()),
    ...(hosts.length === 0
      ? []
      : [extension('2.5.29.17', new AltName({ altNames: hosts.map(nameOf) }).toSchema().toBER())]),
    ...(access.length === 0
      ? []
      : [extension('1.3.6.1.5.5.7.1.1', new InfoAccess({ accessDescriptions: access }).toSchema().toBER())]),
    ...(wishes.mustStaple ? [extension('1.3.6.1.5.5.7.1.24', Uint8Array.from([0x30, 3, 2, 1, 5]).buffer)] : []),
    ...(wishes.hasScts ? [extension('1.3.6.1.4.1.11129.2.4.2', Uint8Array.from([4, 4, 0, 2, 0, 0]).buffer)] : []),
    ...(wishes.mayAnswerOcsp
      ? [extension('2.5.29.37', new ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.9'] }).toSchema().toBER())]
      : []),
  ]
}

const extension = (extnID: string, extnValue: ArrayBuffer): Extension =>
  new Extension({ extnID, critical: false, extnValue })

/** An address, or a DNS name. */
const nameOf = (host: string): GeneralName =>
  /^[\d.]+$/.test(host)
    ? new GeneralName({
        type: 7,
        value: new asn1js.OctetString({ valueHex: Uint8Array.from(host.split('.').map(Number)).buffer }),
      })
    : new GeneralName({ type: 2, value: host })

const accessTo = (accessMethod: string, url: string): AccessDescription =>
  new AccessDescription({ accessMethod, accessLocation: new GeneralName({ type: 6, value: url }) })
