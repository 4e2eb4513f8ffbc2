import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectOf, toImport } from '#importing'
import type { Imported, ReportLine, Source } from '#importing'
import { editorSchemaPath, writtenFile } from '#resource-files'
import { OptionProblem } from '../apply/apply-options.ts'

interface Written {
  readonly text: string
  /** Of what is not valid, and left out. */
  readonly report: readonly ReportLine[]
}

/** Writes what was read as files that `belfry apply` takes, checks muted. Throws OptionProblem for a directory that is not empty. */
export async function writeResourceFiles(
  directory: string,
  source: Source,
  imported: Pick<Imported, 'resources'>,
): Promise<Written> {
  const taken = await readdir(directory).catch(() => [])
  if (taken.length > 0) throw new OptionProblem(`${directory} is not empty. Name another directory.`)
  const form = {
    format: 'yaml',
    schemaUrl: `${process.env['BELFRY_URL'] ?? 'http://localhost:3000'}${editorSchemaPath}`,
  } as const
  const { resources, report } = await toImport(source, imported.resources, new Map())
  const bySection = Map.groupBy(resources, ({ section }) => section)
  const files = [
    writtenFile('project', { project: projectOf(source) }, form),
    ...[...bySection].map(([section, all]) =>
      writtenFile(
        section,
        { [section]: Object.fromEntries(all.map(({ logicalId, value }) => [logicalId, value])) },
        form,
      ),
    ),
  ]
  await mkdir(directory, { recursive: true })
  for (const { path, text } of files) await writeFile(join(directory, path), text)
  return { text: `Wrote ${files.length} files to ${directory}; \`belfry apply ${directory}\` applies them.\n`, report }
}
