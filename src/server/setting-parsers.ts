import { entitlementTypes } from '#contract'
import type { PlanTerms, RepositoryGrants, StaticAddresses } from '#contract'
import { Mistake, matching } from '#machine'
import { parseStaticAddresses } from './static-addresses.ts'

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
