import { isFields } from '#contract'
import type { Path } from './mistake.ts'

/** Values by names of variables. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface Variables {
  readonly environment: Environment
  /** Prefix of the variables in the environment, which the names in files lack. Default: none. */
  readonly variablePrefix?: string
}

export type Report = (path: Path, message: string) => void

/** Deeper values are taken for a cycle of aliases. */
const maxDepth = 64

const place = /(\$?)\$\{env:([^}]*)\}/g
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/

/**
 * A copy of a value, with the variables of the environment in place of each `${env:NAME}` in its texts; `$${env:NAME}`
 * stays as text, with one `$`. What is missing is reported. Undefined for a value that is nested too deeply.
 */
export function fillEnvironment(value: unknown, variables: Variables, report: Report): unknown {
  if (isDeeper(value, maxDepth)) {
    report([], 'is nested too deeply, or has an alias in what it repeats.')
    return undefined
  }
  const fill = (node: unknown, path: Path): unknown => {
    if (typeof node === 'string') return filledText(node, variables, (message) => report(path, message))
    if (Array.isArray(node)) return node.map((item, index) => fill(item, [...path, index]))
    if (!isFields(node)) return node
    return Object.fromEntries(Object.entries(node).map(([name, item]) => [name, fill(item, [...path, name])]))
  }
  return fill(value, [])
}

function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1))
}

function filledText(text: string, variables: Variables, report: (message: string) => void): string {
  const { environment, variablePrefix = '' } = variables
  return text.replaceAll(place, (whole, escape: string, name: string) => {
    if (escape !== '') return whole.slice(1)
    if (!variableName.test(name)) {
      report(`has \${env:${name}}: the name of a variable has letters, digits and _ only.`)
      return ''
    }
    const { [`${variablePrefix}${name}`]: value } = environment
    if (value === undefined) report(`needs the environment variable ${variablePrefix}${name}, which is not set.`)
    return value ?? ''
  })
}
