import type { SecretFinding } from '#contract'
import { redactionMark } from '#redaction'
import { findCredential, findCredentialInCode } from './find-credential.ts'

/** A resource whose strings are searched. `texts` is its JSON-like value; paths in findings begin at it. */
export interface ScannedEntity {
  readonly entityType: SecretFinding['entityType']
  readonly entityId: string
  readonly entityName: string | null
  readonly checkType: string | null
  readonly texts: Readonly<Record<string, unknown>>
}

/** Fields whose text is code or a document, where a credential is a part of the whole. */
const codeFields = new Set([
  'script',
  'localSetupScript',
  'localTearDownScript',
  'content',
  'prompt',
  'message',
  'body',
  'template',
  'data',
])
/** Masked for roles that may not write, not free text, or a public key. */
const skippedFields = new Set(['password', 'assertions', 'id', 'p256dh'])

/**
 * Readable values that look like credentials, in the order of the entities and their fields. Locked and secret pairs
 * are skipped. Previews contain too little to be used.
 */
export const findReadableSecrets = (entities: readonly ScannedEntity[]): SecretFinding[] =>
  entities.flatMap((entity) =>
    readableTexts(entity.texts, '').flatMap(({ path, key, text, isCode }) => {
      const found = isCode ? findCredentialInCode(text) : findCredential(text, key)
      return found === null ? [] : [findingOf(entity, path, key, found)]
    }),
  )

const findingOf = (
  entity: ScannedEntity,
  fieldPath: string,
  fieldKey: string | null,
  found: string,
): SecretFinding => ({
  entityType: entity.entityType,
  entityId: entity.entityId,
  entityName: entity.entityName,
  checkType: entity.checkType,
  project: null,
  logicalId: null,
  fieldPath,
  fieldKey,
  valuePreview: previewOf(found),
})

/** At most a sixth of the value, and never more than four characters. */
const previewOf = (found: string): string =>
  `${found.slice(0, Math.min(4, Math.floor(found.length / 6)))}${redactionMark}`

interface ReadableText {
  readonly path: string
  /** Name of the value: the key of its pair. */
  readonly key: string | null
  readonly text: string
  readonly isCode: boolean
}

function readableTexts(value: unknown, path: string): ReadableText[] {
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap((item, index) => readableTexts(item, `${path}[${index}]`))
  const fields = new Map<string, unknown>(Object.entries(value))
  if (fields.get('locked') === true || fields.get('secret') === true) return []
  const key = fields.get('key')
  return [...fields].flatMap(([name, item]) => {
    if (skippedFields.has(name) || (name === 'key' && fields.has('value'))) return []
    const itemPath = path === '' ? name : `${path}.${name}`
    if (typeof item !== 'string') return readableTexts(item, itemPath)
    const pairKey = name === 'value' && typeof key === 'string' ? key : null
    return [{ path: itemPath, key: pairKey, text: item, isCode: codeFields.has(name) }]
  })
}
