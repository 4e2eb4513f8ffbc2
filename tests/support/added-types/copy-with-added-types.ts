import { execFile } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { compilerEnvironment } from '../../../tools/compiler-environment.ts'

const origin = resolve(import.meta.dirname, '../../..')

/** The files of a check type and of a channel type that the service does not have, by where they are kept. */
const files = {
  'echo/contract/index.ts.txt': 'src/contract/check-types/echo/index.ts',
  'echo/evaluation/echo.ts.txt': 'src/evaluation/check-types/echo.ts',
  'echo/diagnosis/echo.ts.txt': 'src/diagnosis/check-types/echo.ts',
  'echo/probes/index.ts.txt': 'src/probes/echo/index.ts',
  'echo/management/echo.ts.txt': 'src/management/check-types/echo.ts',
  'notice-board/descriptor.ts.txt': 'src/contract/channel-types/notice-board/notice-board.ts',
} as const
const implementation = {
  'notice-board/implementation.ts.txt': 'src/channels/notice-board/notice-board.ts',
} as const

/** A table with the import and the row that a type needs there. */
type Row = readonly [table: string, importLine: string, row: string]

const boardImport = `import { NOTICE_BOARD } from './notice-board/notice-board.ts'`
const descriptorRows: readonly Row[] = [
  ['src/contract/check-types/index.ts', `import { ECHO } from './echo/index.ts'`, 'ECHO'],
  ['src/contract/channel-types/index.ts', boardImport, 'NOTICE_BOARD'],
]
const echoRows: readonly Row[] = [
  ['src/diagnosis/check-types/index.ts', `import { ECHO } from './echo.ts'`, 'ECHO'],
  ['src/evaluation/check-types/index.ts', `import { ECHO } from './echo.ts'`, 'ECHO'],
  ['src/management/check-types/index.ts', `import { echoRequestOf } from './echo.ts'`, 'ECHO: echoRequestOf'],
  ['src/probes/probes.ts', `import { ECHO } from './echo/index.ts'`, 'ECHO'],
]
const boardRow: Row = ['src/channels/channel-implementations.ts', boardImport, 'NOTICE_BOARD']

/** The tables in which a half of the check type ECHO is looked up. */
export const tablesOfEcho: readonly string[] = echoRows.map(([table]) => table)

/** Copies the sources into `directory`, with the packages of this working tree and the descriptors of both types. */
export function copyWithDescriptors(directory: string): void {
  for (const part of ['package.json', 'src']) cpSync(join(origin, part), join(directory, part), { recursive: true })
  symlinkSync(join(origin, 'node_modules'), join(directory, 'node_modules'))
  addFiles(directory, files)
  for (const row of descriptorRows) addRow(directory, row)
}

/** Adds what the descriptors lack, as AGENTS.md says: the other halves in their tables. */
export function addHalves(directory: string): void {
  addFiles(directory, implementation)
  for (const row of [...echoRows, boardRow]) addRow(directory, row)
}

function addFiles(directory: string, added: Readonly<Record<string, string>>): void {
  for (const [from, to] of Object.entries(added)) {
    mkdirSync(dirname(join(directory, to)), { recursive: true })
    copyFileSync(join(import.meta.dirname, from), join(directory, to))
  }
}

/** Imports the type at the head of the table and adds its row before that of a type which every such table has. */
function addRow(directory: string, [table, importLine, row]: Row): void {
  const path = join(directory, table)
  const text = readFileSync(path, 'utf8')
  const known = /^ {2}(?:TCP|CALL)(?:,|:.*)$/m.exec(text)
  if (!known) throw new Error(`${table} has no row to put another before.`)
  writeFileSync(path, `${importLine}\n${text.slice(0, known.index)}  ${row},\n${text.slice(known.index)}`)
}

/**
 * What the compiler says about `src` of the copy, one line for each error; tests aside, and of what runs in browsers only
 * `webFiles`.
 */
export function compile(directory: string, webFiles: readonly string[]): Promise<string[]> {
  const settings = {
    extends: join(origin, 'tsconfig.json'),
    include: ['src'],
    files: webFiles,
    exclude: ['**/*.test.ts', 'src/web'],
    compilerOptions: { incremental: false, tsBuildInfoFile: null, types: ['node'] },
  }
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(settings))
  const compiler = join(origin, 'node_modules/typescript/bin/tsc')
  const options = { cwd: directory, env: { ...compilerEnvironment, ...process.env } }
  return new Promise((resolveLines) => {
    execFile(process.execPath, [compiler, '-p', directory, '--pretty', 'false'], options, (_, stdout) => {
      resolveLines(stdout.split('\n').filter((line) => line.includes('error TS')))
    })
  })
}
