import { isFields } from '#contract'
import type { Encryption } from '#kernel'
import { redactFields } from '#redaction'
import { maskedConfig } from '../import-forms/masked-config.ts'
import type { Payload } from '../resource-type.ts'

/**
 * The fields of a resource for comparisons: in place of each secret `{ $masked: <signature> }`, in place of each long text
 * `{ $hash: <signature> }`, in place of what is not set null. No secret can be read from it.
 */
export type SealedForm = Payload

/** Longer texts, such as scripts, are compared and not shown. */
const longestShown = 2000

/** Fields that identify a resource and are no settings of it. */
const notCompared: ReadonlySet<string> = new Set(['id'])

type Signer = Pick<Encryption, 'sign'>

/** Seals what `redactFields` hides, and what the type of an alert channel calls secrets. */
export function sealedForm(fields: Payload, signer: Signer): SealedForm {
  const compared = Object.entries(fields).flatMap(([name, value]) =>
    notCompared.has(name) ? [] : [[name, shortened(value ?? null, signer)] as const],
  )
  const form = Object.fromEntries(compared)
  const { type, config } = form
  const shown = isFields(config) ? { ...form, config: maskedConfig(type, config) } : form
  return Object(sealed(form, redactFields(shown), signer))
}

function shortened(value: unknown, signer: Signer): unknown {
  if (typeof value === 'string')
    return value.length > longestShown ? { $hash: signer.sign(`long text ${value}`) } : value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map((item: unknown) => shortened(item, signer))
  if (!isFields(value)) return value
  const given = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(given.map(([name, part]) => [name, shortened(part, signer)]))
}

function sealed(value: unknown, shown: unknown, signer: Signer): unknown {
  if (typeof value === 'string') return value === shown ? value : { $masked: signer.sign(`compared secret ${value}`) }
  if (Array.isArray(value)) return value.map((item: unknown, index) => sealed(item, Object(shown)[index], signer))
  if (!isFields(value) || isLong(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, sealed(part, Object(shown)[name], signer)]),
  )
}

export const isMasked = (value: unknown): boolean => isFields(value) && '$masked' in value
export const isLong = (value: unknown): boolean => isFields(value) && '$hash' in value
