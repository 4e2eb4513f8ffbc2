import { execFile } from 'node:child_process'
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const origin = resolve(import.meta.dirname, '../../..')
const execute = promisify(execFile)

/** Lines by the files that they are added to, each with the line that they follow. */
type Edits = Readonly<Record<string, readonly (readonly [after: string, added: string])[]>>

const settings = 'src/contract/resources/check-settings.ts'
const labels = { en: 'src/web/strings/en/editor.ts', de: 'src/web/strings/de/editor.ts' }

/** A field that only a check has. */
const scalar: Edits = {
  [settings]: [
    [
      'const ownSettings = {',
      `  isReviewed: described(Type.Optional(Type.Boolean({ default: false })), { section: 'general', text: 'true: somebody has read it' }),`,
    ],
  ],
  [labels.en]: [['const fields = {', `  isReviewed: 'Reviewed',`]],
  [labels.de]: [['const fields = {', `  isReviewed: 'Durchgesehen',`]],
}

/** A field that a group can set for its checks. */
const inheritable: Edits = {
  [settings]: [
    [
      'export const inheritedSettings = {',
      `  isCritical: described(Type.Optional(Type.Boolean({ default: false })), { section: 'general', inherited: 'REPLACE', isAccountDefault: true, text: 'true: people depend on it' }),`,
    ],
  ],
  [labels.en]: [['const fields = {', `  isCritical: 'Critical',`]],
  [labels.de]: [['const fields = {', `  isCritical: 'Kritisch',`]],
}

const typeTexts = { en: 'src/web/strings/en/check-types.ts', de: 'src/web/strings/de/check-types.ts' }

/** What the interface calls the check type ECHO and its field. */
const webOfEcho: Edits = {
  [typeTexts.en]: [
    ['  texts: {', `    ECHO: 'Text that comes back',`],
    ['  fields: {', `    text: 'Text to send',`],
  ],
  [typeTexts.de]: [
    ['  names: {', `    ECHO: 'Echo',`],
    ['  texts: {', `    ECHO: 'Text, der zurückkommt',`],
    ['  fields: {', `    text: 'Zu sendender Text',`],
  ],
}

/** The files of the interface that a check type needs besides those that are generated. */
export const webFilesOfEcho: readonly string[] = Object.keys(webOfEcho)
/** What is generated for it, and imported there. */
export const generatedOfEcho = 'src/web/forms/check-forms.ts'

/** Names the check type in English, so that the compiler misses what it does in English and its name in German. */
export const addEnglishName = (copy: string): void =>
  insertLines(join(copy, typeTexts.en), [['  names: {', `    ECHO: 'Echo',`]])

/** A setting of the server, besides the file that uses it. */
const setting: Edits = {
  'src/server/settings/settings.ts': [
    ['export const settingRows = {', `  BELFRY_MOTTO: row('Said to nobody.', 'none', (text) => text),`],
  ],
}

/** In how many files each is described, besides those that are generated. */
export const filesOf = {
  scalar: Object.keys(scalar).length,
  inheritable: Object.keys(inheritable).length,
  setting: Object.keys(setting).length,
  webOfWireType: webFilesOfEcho.length,
}

/** Adds a field of each kind, a setting and what the interface calls ECHO to a copy of `src`, and writes what is generated. */
export async function addFields(copy: string): Promise<void> {
  for (const part of [
    'bin',
    'tools',
    'docs',
    'rooms.json',
    'package-lock.json',
    'runtimes',
    'tests/support',
    'tsconfig.json',
  ])
    cpSync(join(origin, part), join(copy, part), { recursive: true })
  for (const edits of [webOfEcho, scalar, inheritable, setting])
    for (const [path, lines] of Object.entries(edits)) insertLines(join(copy, path), lines)
  await execute(process.execPath, [join(copy, 'tools/generate.mjs')], { cwd: copy })
}

function insertLines(path: string, lines: Edits[string]): void {
  const text = readFileSync(path, 'utf8')
  const inserted = lines.reduce((before, [after, added]) => {
    if (!before.includes(`${after}\n`)) throw new Error(`${path} has no line "${after}".`)
    return before.replace(`${after}\n`, `${after}\n${added}\n`)
  }, text)
  writeFileSync(path, inserted)
}

/** Runs the component test of the added fields in the copy. Throws an Error with its output when it fails. */
export async function testForms(copy: string): Promise<void> {
  copyFileSync(
    join(import.meta.dirname, 'fields/added-fields.test.tsx.txt'),
    join(copy, 'src/web/added-fields.test.tsx'),
  )
  copyFileSync(join(import.meta.dirname, 'fields/vitest.config.ts.txt'), join(copy, 'vitest.config.ts'))
  await execute(process.execPath, [join(origin, 'node_modules/vitest/vitest.mjs'), 'run', '--root', copy], {
    cwd: copy,
  })
}
