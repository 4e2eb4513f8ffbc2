import { isAbsolute } from 'node:path'
import { installableRuntimeIds } from '#contract'
import type { InstallableRuntimeId } from '#contract'

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

export function webUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new Mistake(`must be an http or https URL, for example https://belfry.example.com, not "${text}".`)
  return text.replace(/\/+$/, '')
}
