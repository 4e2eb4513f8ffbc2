import { isFields } from '#contract'
import type { SourceFile } from '../parsed-file.ts'
import type { ScriptField } from '../kinds.ts'
import type { Fields } from './account-content.ts'

/** The exported form of a field with code: its text, or the file with it. */
export interface ScriptFiles {
  readonly value: unknown
  readonly files: readonly SourceFile[]
}

const defaultNames: Readonly<Record<string, string>> = {
  script: 'script.spec.ts',
  localSetupScript: 'setup.ts',
  localTearDownScript: 'teardown.ts',
}

/** The code of a check as a file of a separate folder, with the files that it imports; text where it imports nothing. */
export function scriptFiles(resource: Fields, field: ScriptField, logicalId: string): ScriptFiles | null {
  const { [field.name]: code, [field.dependencies]: dependencies, [field.path]: path } = resource
  if (typeof code !== 'string' || code === '') return null
  const imported = filesIn(dependencies)
  if (field.name !== 'script' && imported.length === 0) return { value: code, files: [] }
  const name = typeof path === 'string' && path !== '' ? path : (defaultNames[field.name] ?? 'script.ts')
  const all = [{ path: name, text: code }, ...imported].map((file) => ({ ...file, parts: partsOf(file.path) }))
  const above = Math.max(...all.map(({ parts }) => parts.filter((part) => part === '..').length))
  const own = ['scripts', logicalId.replaceAll(/[^A-Za-z0-9_-]/g, '-')]
  // What was applied from an exported file comes from there.
  const isThere = all.every(({ parts }) => own.every((part, index) => parts[index] === part))
  const folder = isThere ? [] : [...own, ...Array.from({ length: above }, () => 'in')]
  const files = all.map(({ parts, text }) => ({ path: partsOf([...folder, ...parts].join('/')).join('/'), text }))
  return { value: { file: files[0]?.path }, files }
}

const filesIn = (dependencies: unknown): readonly SourceFile[] =>
  Array.isArray(dependencies)
    ? dependencies.flatMap((file) =>
        isFields(file) ? [{ path: String(file['path']), text: String(file['content']) }] : [],
      )
    : []

/** The names on the way to a file, those that lead upwards first. */
function partsOf(path: string): readonly string[] {
  const parts: string[] = []
  for (const part of path.split(/[/\\]/)) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else parts.push(part)
  }
  return parts
}
