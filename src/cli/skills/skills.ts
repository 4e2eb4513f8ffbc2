import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usages } from '../usages.ts'
import { skillText } from './skill-text.ts'

const usualDirectory = '.claude/skills'

/** Writes the skill file for coding agents below a directory. Returns the exit code: 2 for wrong arguments, 1 when it cannot be written. */
export async function skills([command, directory = usualDirectory, ...others]: readonly string[]): Promise<number> {
  if (command !== 'install' || others.length > 0) {
    process.stderr.write(usages.skills)
    return 2
  }
  const path = join(directory, 'belfry', 'SKILL.md')
  try {
    await mkdir(join(directory, 'belfry'), { recursive: true })
    await writeFile(path, skillText)
  } catch (error) {
    process.stderr.write(`${path} could not be written: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
  process.stdout.write(`Wrote ${path}.\n`)
  return 0
}
