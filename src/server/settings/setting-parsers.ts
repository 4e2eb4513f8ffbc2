import { entitlementTypes, maxPublicLocations, ownRegionPattern, publicLocations } from '#contract'
import type { PlanTerms, PublicLocation, RepositoryGrants, StaticAddresses } from '#contract'
import { Mistake, matching } from '#runner-host'
import { parseStaticAddresses } from './static-addresses.ts'

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function staticAddresses(text: string): StaticAddresses {
  const read = parseStaticAddresses(text)
  if ('problem' in read) throw new Mistake(read.problem)
  return read.addresses
}

export function planName(text: string): { plan: string; planDisplayName: string } {
  const planDisplayName = matching(
    /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,49}$/u,
    'a name of letters, digits and spaces',
  )(text)
  return { plan: planDisplayName.toLowerCase().replaceAll(' ', '-'), planDisplayName }
}

/** `KEY=3;OTHER=off`: a quantity for metered entitlements, on or off for all. */
export function allowances(text: string): PlanTerms['allowances'] {
  const pairs = text.split(';').filter((part) => part.trim() !== '')
  return Object.fromEntries(pairs.flatMap((part) => allowance(part.trim())))
}

const needsNumber = (key: string, value: string): boolean => key === 'LOCATIONS_PER_CHECK' && !/^[1-9]/.test(value)

function allowance(part: string): [string, number | false][] {
  const [, key = '', value = ''] = /^(\w+)\s*=\s*(on|off|\d{1,9})$/.exec(part) ?? []
  const type = entitlementTypes.get(key)
  if (key === '') throw new Mistake(`cannot be read at "${part}": write KEY=3;OTHER=off.`)
  if (type === undefined) throw new Mistake(`names "${key}", which is not an entitlement.`)
  return allowanceOf(key, type, value)
}

function allowanceOf(key: string, type: 'flag' | 'metered', value: string): [string, number | false][] {
  if (needsNumber(key, value)) throw new Mistake(`must give ${key} a number from 1.`)
  if (value === 'on') return []
  if (value === 'off') return [[key, false]]
  if (type === 'flag') throw new Mistake(`gives ${key} a quantity, but it is on or off.`)
  return [[key, Number(value)]]
}

const repositoryPattern = /^(\*|[\w.-]{1,100}\/(\*|[\w.-]{1,100}))$/
const accountPattern = /^(\*|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/

/** `ACCOUNT_ID=acme/shop,acme/*;*=other/site`. The lists of an account that is named twice are merged. */
export function repositoryGrants(text: string): RepositoryGrants {
  const grants = new Map<string, readonly string[]>()
  for (const part of text.split(';').filter((piece) => piece.trim() !== '')) {
    const [account = '', repositories = '', ...rest] = part.split('=').map((piece) => piece.trim().toLowerCase())
    const names = repositories.split(',').map((name) => name.trim())
    const wrong = names.find((name) => !repositoryPattern.test(name))
    if (!accountPattern.test(account) || rest.length > 0 || wrong !== undefined)
      throw new Mistake(
        `cannot be read at "${part.trim()}": write ACCOUNT_ID=owner/name,owner/*;ACCOUNT_ID=owner/name.`,
      )
    grants.set(account, [...(grants.get(account) ?? []), ...names])
  }
  return grants
}

export function databaseUrl(text: string): string {
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Mistake('must begin with postgres:// or postgresql://.')
  return text
}

export function smtpUrl(text: string): string {
  if (!/^smtps?:\/\//.test(text)) throw new Mistake('must begin with smtp:// or smtps://.')
  if (!URL.canParse(text) || new URL(text).hostname === '')
    throw new Mistake(
      'is not a URL. Write smtp://user:password@host:port, with %40 for an @ in user or password and so on.',
    )
  return text
}

/** The public locations that a process serves. */
export interface ServedLocations {
  readonly codes: readonly string[]
  /** Those that the operator named. */
  readonly own: readonly PublicLocation[]
}

const knownCodes: readonly string[] = publicLocations.map(({ region }) => region)
export const allKnownLocations: ServedLocations = { codes: knownCodes, own: [] }

/** `eu-west-1,office=Head office Berlin`: codes, and names for them; `all` means the known ones. */
export function servedLocations(text: string): ServedLocations {
  const items = text.split(',').map((item) => item.trim())
  const own: PublicLocation[] = []
  const codes = items.flatMap((item) => {
    if (item.toLowerCase() === 'all') return knownCodes
    const [, code = item, name] = /^([^=]*)=(.*)$/.exec(item) ?? []
    const region = regionOf(code.trim(), name !== undefined)
    if (name !== undefined) own.push({ region, name: locationName(name.trim()) })
    return [region]
  })
  if (new Set(own.map(({ region }) => region)).size < own.length) throw new Mistake('names a location twice.')
  if (new Set([...knownCodes, ...codes]).size > maxPublicLocations)
    throw new Mistake(`must not have more than ${maxPublicLocations} locations, the known ones included.`)
  return { codes: [...new Set(codes)], own }
}

function regionOf(code: string, isNamed: boolean): string {
  const region = knownCodes.find((known) => known === code.toLowerCase())
  if (region !== undefined) return region
  if (!isNamed)
    throw new Mistake(
      `names "${code}", which is none of all, ${knownCodes.join(', ')}; a location of your own needs a name: office=Head office Berlin.`,
    )
  if (!ownRegionPattern.test(code) || code === 'all')
    throw new Mistake(
      `has the code "${code}": a location of your own has 1 to 30 lowercase letters, digits and hyphens, and begins with a letter.`,
    )
  return code
}

export const locationName = matching(
  /^[^\s\p{Cc}][^\p{Cc}]{0,63}$/u,
  'named with at most 64 characters without line breaks',
)
