import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { ApiError } from '#client'
import { editorSchemaPath, exportResources, formats, readAccount } from '#resource-files'
import type { Exported, Format } from '#resource-files'
import { clientOfEnvironment, ClientProblem } from '../environment-client.ts'
import { isUnreachable } from '../is-unreachable.ts'
import { usages } from '../usages.ts'
import { OptionProblem } from './apply-options.ts'

interface ExportOptions {
  readonly directory: string
  readonly format: Format
  readonly project: string
  readonly force: boolean
}

/** Writes what an account has as files. Returns the exit code: 1 when nothing could be written, 2 for wrong arguments. */
export async function exportAccount(args: readonly string[]): Promise<number> {
  try {
    const options = readExportOptions(args)
    await rejectFull(options)
    const exported = exportResources(await readAccount(clientOfEnvironment()), {
      project: { logicalId: options.project, name: options.project },
      format: options.format,
      schemaUrl: `${process.env['BELFRY_URL']?.replace(/\/+$/, '')}${editorSchemaPath}`,
    })
    await writeFiles(options.directory, exported)
    process.stdout.write(summaryOf(options.directory, exported))
    return 0
  } catch (error) {
    return failed(error)
  }
}

function failed(error: unknown): number {
  const isMisuse = error instanceof OptionProblem
  const isExpected = isMisuse || error instanceof ApiError || error instanceof ClientProblem
  if (!isExpected && !isUnreachable(error)) throw error
  const message = isExpected ? error.message : 'The service at BELFRY_URL cannot be reached.'
  process.stderr.write(`${message}\n${isMisuse ? `\n${usages.export}` : ''}`)
  return isMisuse ? 2 : 1
}

/** Throws OptionProblem. */
function readExportOptions(args: readonly string[]): ExportOptions {
  const { values, positionals } = parsed(args)
  const [directory = 'belfry', ...others] = positionals
  const format = formats.find((name) => name === values.format)
  if (others.length > 0) throw new OptionProblem('Name one directory.')
  if (format === undefined) throw new OptionProblem(`--format is one of ${formats.join(', ')}.`)
  return { directory, format, project: values.project, force: values.force }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'yaml' },
        project: { type: 'string', default: 'main' },
        force: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new OptionProblem(error instanceof Error ? error.message : String(error))
  }
}

async function rejectFull({ directory, force }: ExportOptions): Promise<void> {
  const entries = await readdir(directory).catch(() => [])
  if (entries.length > 0 && !force) throw new OptionProblem(`${directory} is not empty. --force writes into it.`)
}

async function writeFiles(directory: string, { files, variables }: Exported): Promise<void> {
  const needed = variables.map(({ name, field }) => `# ${field}\n${name}=\n`)
  const all = needed.length === 0 ? files : [...files, { path: '.env.example', text: needed.join('') }]
  for (const { path, text } of all) {
    await mkdir(dirname(join(directory, path)), { recursive: true })
    await writeFile(join(directory, path), text)
  }
}

function summaryOf(directory: string, { files, variables, notes }: Exported): string {
  const names = variables.map(
    ({ name, field, isLocal }) => `  ${name}  ${field}${isLocal ? ', an id of another installation' : ''}\n`,
  )
  const needed = names.length === 0 ? '' : `\nSet these variables where the files are applied:\n${names.join('')}`
  const others = notes.length === 0 ? '' : `\n${notes.map((note) => `Note: ${note}\n`).join('')}`
  return `Wrote ${files.length} files to ${directory}.\n${needed}${others}`
}
