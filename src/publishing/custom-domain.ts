import { Fault } from '#kernel'

const asciiName = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)+$/
const maxNameLength = 253
const maxLabelLength = 63

/** A host in the form in which it is compared: lowercase, without a trailing dot. */
export const comparableHost = (host: string): string => host.toLowerCase().replace(/\.$/, '')

/** A domain as a user may search for it: other scripts are stored in punycode. */
export const comparableDomain = (given: string): string =>
  /[^ -~]/.test(given) ? hostOf(`http://${given}`) : comparableHost(given)

/**
 * The body with its `customDomain` as it is stored: lowercase, without a trailing dot, other scripts in punycode (RFC
 * 5891). Throws CUSTOM_DOMAIN_INVALID for a malformed name, and for the host of the service itself, unless it is
 * unchanged (`before`): pages created before this rule can be changed like others.
 */
export function withCustomDomain<Body extends { readonly customDomain?: string | null }>(
  body: Body,
  publicUrl: string,
  before: string | null = null,
): Body {
  const { customDomain: given } = body
  if (given === undefined || given === null || given === '') return body
  if (comparableHost(given) === before) return { ...body, customDomain: before }
  const customDomain = hostOf(`http://${given}`)
  const problem = isNumeric(given) ? notNumeric : findProblem(customDomain, hostOf(publicUrl))
  if (problem === null) return { ...body, customDomain }
  throw new Fault('CUSTOM_DOMAIN_INVALID', {
    values: { domain: given, problem },
    attributes: { customDomain: problem },
    problems: [{ path: 'customDomain', rule: 'format', parameters: { format: 'domain-name' } }],
  })
}

const notNumeric = 'An IP address belongs to no page.'

function findProblem(domain: string, ownHost: string): string | null {
  if (isNumeric(domain)) return notNumeric
  if (!isName(domain)) return 'This is not a domain name.'
  return domain === ownHost ? 'This is the address of the service itself.' : null
}

const hostOf = (url: string): string => comparableHost(URL.parse(url)?.hostname ?? '')

const isNumeric = (host: string): boolean => /^[\d.]+$/.test(host)
const isName = (host: string): boolean =>
  host.length <= maxNameLength &&
  asciiName.test(host) &&
  host.split('.').every((label) => label.length <= maxLabelLength)
