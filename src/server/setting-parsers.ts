import { isAbsolute } from 'node:path'
import { entitlementTypes, installableRuntimeIds } from '#contract'
import type { InstallableRuntimeId, PlanTerms, RepositoryGrants, StaticAddresses } from '#contract'
import { parseStaticAddresses } from './static-addresses.ts'

/** Why a value is invalid; thrown by parsers and collected, so that all mistakes are reported at once. */
export class Mistake extends Error {}

/** Parsers of settings: each returns the value of a string, or throws a Mistake that says what it must be. */
export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < min || value > max)
      throw new Mistake(`must be a whole number from ${min} to ${max}, not "${text}".`)
    return value
  }
}

export function matching(pattern: RegExp, rule: string): (text: string) => string {
  return (text) => {
    if (!pattern.test(text)) throw new Mistake(`must be ${rule}.`)
    return text
  }
}

export function oneOf<const V extends readonly string[]>(values: V): (text: string) => V[number] {
  return (text) => {
    const found = values.find((value) => value === text.trim().toLowerCase())
    if (found === undefined) throw new Mistake(`must be one of ${values.join(', ')}, not "${text}".`)
    return found
  }
}

export function listOf<const V extends readonly string[]>(values: V): (text: string) => readonly V[number][] {
  return (text) => text.split(',').map((item) => oneOf(values)(item))
}

export function absolutePath(text: string): string {
  if (!isAbsolute(text)) throw new Mistake(`must be an absolute path, not "${text}".`)
  return text
}

/** Ids of runtimes; `on-demand` means none, `off` that none may be installed (null). */
export function runtimesToInstall(text: string): readonly InstallableRuntimeId[] | null {
  const words = listOf([...installableRuntimeIds, 'on-demand', 'off'])(text)
  if (words.includes('off') && words.length === 1) return null
  if (words.includes('on-demand') && words.length === 1) return []
  return words.map((word) => {
    if (word === 'off' || word === 'on-demand') throw new Mistake(`must have ${word} alone, or name runtimes.`)
    return word
  })
}

export function truth(text: string): boolean {
  return oneOf(['true', 'false'])(text) === 'true'
}

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

export function webUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new Mistake(`must be an http or https URL, for example https://belfry.example.com, not "${text}".`)
  return text.replace(/\/+$/, '')
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
