import { checkServerIdentity } from 'node:tls'
import type { PeerCertificate } from 'node:tls'

/**
 * Why a certificate is not for a host; undefined if it is. Names are its subject alternative names alone: a common name
 * is none (RFC 9525, section 6.3), though Node falls back to it.
 */
export const identityProblem = (host: string, certificate: PeerCertificate): Error | undefined =>
  checkServerIdentity(host, { ...certificate, subject: { ...certificate.subject, CN: '' } })
