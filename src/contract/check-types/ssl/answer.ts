export const tlsVersions = ['TLS1.0', 'TLS1.1', 'TLS1.2', 'TLS1.3'] as const
export type TlsVersion = (typeof tlsVersions)[number]

/** Why a chain is not trusted. */
export type ChainProblem =
  | 'expired'
  | 'not-yet-valid'
  | 'self-signed'
  | 'untrusted-root'
  | 'incomplete-chain'
  | 'unknown-issuer'
  | 'revoked'
  | 'invalid'

export type OcspStatus = 'good' | 'revoked' | 'unknown'

/** One certificate of a chain. Fingerprints and serial numbers are lowercase hexadecimal, times ISO 8601. */
export interface SslCertificate {
  readonly subjectCN: string
  readonly issuerCN: string
  /** Distinguished names (RFC 4514 without reversing), for example `CN=shop.example, O=Shop`. */
  readonly subject: string
  readonly issuer: string
  readonly serialNumber: string
  readonly validFrom: string
  readonly validTo: string
  /** RSA, ECDSA, Ed25519 …, and the size of the key; 0 when the key is of an unknown kind. */
  readonly keyAlgorithm: string
  readonly keySizeBits: number
  /** For example SHA256-RSA or ECDSA-SHA384; the object identifier where there is no such name. */
  readonly signatureAlgorithm: string
  readonly fingerprintSha256: string
  readonly selfSigned: boolean
  readonly isCA: boolean
}

/** The certificate of the host itself. */
export interface SslHostCertificate extends SslCertificate {
  readonly daysUntilExpiry: number
  /** Host names, addresses, mail addresses and URIs. */
  readonly sans: readonly string[]
  /** Null when the issuer was neither sent nor found. */
  readonly issuerFingerprintSha256: string | null
  /** Whether it requires a stapled OCSP response (RFC 7633), and has certificate timestamps (RFC 6962). */
  readonly mustStaple: boolean
  readonly hasScts: boolean
  readonly ocspUrls: readonly string[]
}

/** The observations of a handshake. Times in milliseconds. */
export interface SslAnswer {
  readonly resolvedIp: string
  readonly protocol: TlsVersion
  /** The name of the IANA registry, for example TLS_AES_128_GCM_SHA256. */
  readonly cipherSuite: string
  readonly handshakeTimeMs: number
  readonly daysUntilExpiry: number
  readonly hostnameVerified: boolean
  readonly chainTrusted: boolean
  readonly chainProblem: ChainProblem | null
  /** A sentence for users; null while the chain is trusted. */
  readonly chainTrustDetail: string | null
  /** The issuer of the last certificate was not sent, and was found where that certificate says. */
  readonly missingIntermediate: string | null
  readonly ocspStapled: boolean
  /** `unknown` without a valid answer, and where the certificate names no responder. */
  readonly ocspStatus: OcspStatus
  /** Where the status comes from. */
  readonly ocspSource: 'stapled' | 'responder' | null
  /** Why there is no status; null when there is one. */
  readonly ocspProblem: string | null
  readonly certificate: SslHostCertificate
  /** From the host's certificate upward, as it was sent or completed; at most ten. */
  readonly chain: readonly SslCertificate[]
  readonly timingPhases: {
    readonly dns: number
    readonly connection: number
    readonly handshake: number
    readonly total: number
  }
}
