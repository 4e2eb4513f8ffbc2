import { descriptorOf, isHttpCall } from '#contract'
import type { CheckRequests, WireCheckType } from '#contract'
import type { ClientCertificate } from '#storage/checks'
import { clientCertificateOf, taskCertificate } from './client-certificate-of.ts'
import type { TaskCertificate } from './client-certificate-of.ts'

/**
 * The client certificate that a request presents: for handshakes the one that the check names, otherwise the one added
 * for the host. Null for none; `missing` when the named one does not exist.
 */
export function clientCertificateForRequest(
  certificates: readonly ClientCertificate[],
  checkType: WireCheckType,
  request: CheckRequests[WireCheckType],
): TaskCertificate | 'missing' | null {
  if (certificates.length === 0 && !('sslConfig' in request)) return null
  if (!('sslConfig' in request)) {
    const url = certificateUrlOf(checkType, request)
    return url === null ? null : clientCertificateOf(certificates, url)
  }
  const { hostname, port, clientCertificateMode } = request.sslConfig
  const { sslClientCertificateId: id } = request
  if (id !== null && clientCertificateMode !== 'auto') {
    const named = certificates.find((one) => one.id === id)
    return named ? taskCertificate(named) : 'missing'
  }
  const host = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname
  return clientCertificateOf(certificates, `https://${host}:${port}/`)
}

/** The key that selects certificates: the URL of an HTTP call, or that of the host and port of another target. */
function certificateUrlOf(checkType: WireCheckType, request: CheckRequests[WireCheckType]): string | null {
  if (isHttpCall(checkType, request)) return request.url
  const { presentsCertificates, target } = descriptorOf(checkType)
  if (!presentsCertificates || target === null) return null
  const host = textOf(target.path.reduce(fieldOf, request))
  const port = target.port === undefined ? '' : textOf(fieldOf(request, target.port))
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return `https://${bracketed}${port === '' ? '' : `:${port}`}/`
}

const fieldOf = (value: unknown, name: string): unknown => new Map(Object.entries(Object(value))).get(name)
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '')
