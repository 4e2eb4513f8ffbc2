import { Fault } from '#kernel'

const asciiName = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)+$/
const maxNameLength = 253
const maxLabelLength = 63

/** A host in the form in which it is compared: lowercase, without a trailing dot. */
export const comparableHost = (host: string): string => host.toLowerCase().replace(/\.$/, '')

/** A domain as a user may search for it: other scripts are stored in punycode. */
export const comparableDomain = (given: string): string =>
  /[^ -~]/.test(given) ? hostOf(`http://${given}`) : comparableHost(given)

/** The domains that a page may have. */
export interface DomainRules {
  /** Of the service itself, without a trailing slash; its host belongs to no page. */
  readonly publicUrl: string
  /** Default: that of any name. */
  readonly maxLength?: number
}

/**
 * The body with its `customDomain` as it is stored: lowercase, without a trailing dot, other scripts in punycode (RFC
 * 5891). Throws CUSTOM_DOMAIN_INVALID for a malformed name, and for the host of the service itself, unless it is
 * unchanged (`before`): pages created before this rule can be changed like others.
 */
export function withCustomDomain<Body extends { readonly customDomain?: string | null }>(
  body: Body,
  { publicUrl, maxLength = maxNameLength }: DomainRules,
  before: string | null = null,
): Body {
  const { customDomain: given } = body
  if (given === undefined || given === null || given === '') return body
  if (comparableHost(given) === before) return { ...body, customDomain: before }
  const customDomain = hostOf(`http://${given}`)
  const problem = isNumeric(given) ? notNumeric : findProblem(customDomain, { publicUrl, maxLength })
  if (problem === null) return { ...body, customDomain }
  throw new Fault('CUSTOM_DOMAIN_INVALID', {
    values: { domain: given, problem },
    attributes: { customDomain: problem },
    problems: [{ path: 'customDomain', rule: 'format', parameters: { format: 'domain-name' } }],
  })
}

const notNumeric = 'An IP address belongs to no page.'

function findProblem(domain: string, { publicUrl, maxLength }: Required<DomainRules>): string | null {
  if (isNumeric(domain)) return notNumeric
  if (!isName(domain)) return 'This is not a domain name.'
  if (domain.length > maxLength) return `It is longer than ${maxLength} characters.`
  return domain === hostOf(publicUrl) ? 'This is the address of the service itself.' : null
}

const hostOf = (url: string): string => comparableHost(URL.parse(url)?.hostname ?? '')

const isNumeric = (host: string): boolean => /^[\d.]+$/.test(host)
const isName = (host: string): boolean =>
  host.length <= maxNameLength &&
  asciiName.test(host) &&
  host.split('.').every((label) => label.length <= maxLabelLength)
