import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { muted, projectOf } from '#importing'
import type { Imported, Source } from '#importing'
import { editorSchemaPath, plainTexts, writtenFile } from '#resource-files'
import { OptionProblem } from '../apply/apply-options.ts'

/** Writes what was read as files that `belfry apply` takes, checks muted. Throws OptionProblem for a directory that is not empty. */
export async function writeResourceFiles(directory: string, source: Source, { resources }: Imported): Promise<string> {
  const taken = await readdir(directory).catch(() => [])
  if (taken.length > 0) throw new OptionProblem(`${directory} is not empty. Name another directory.`)
  const form = {
    format: 'yaml',
    schemaUrl: `${process.env['BELFRY_URL'] ?? 'http://localhost:3000'}${editorSchemaPath}`,
  } as const
  const bySection = Map.groupBy(
    resources.map((one) => muted(one, new Map())),
    ({ section }) => section,
  )
  const files = [
    writtenFile('project', { project: projectOf(source) }, form),
    ...[...bySection].map(([section, all]) =>
      writtenFile(
        section,
        { [section]: Object.fromEntries(all.map(({ logicalId, value }) => [logicalId, plainTexts(value)])) },
        form,
      ),
    ),
  ]
  await mkdir(directory, { recursive: true })
  for (const { path, text } of files) await writeFile(join(directory, path), text)
  return `Wrote ${files.length} files to ${directory}; \`belfry apply ${directory}\` applies them.\n`
}
