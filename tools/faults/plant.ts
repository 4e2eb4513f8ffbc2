import { parseSync } from 'oxc-parser'
import type { PlantedFault } from './planted-fault.ts'

/** A fault that does not fit the code any more. */
export class PlantProblem extends Error {}

/** The text of a file with the fault in it. Throws PlantProblem when it does not fit there, or breaks the syntax. */
export function plant(source: string, fault: Pick<PlantedFault, 'id' | 'file' | 'text' | 'replacement'>): string {
  const { id, file, text, replacement } = fault
  const parts = source.split(text)
  if (parts.length !== 2)
    throw new PlantProblem(`${id}: its text occurs ${parts.length - 1} times in ${file}, and must occur once.`)
  const planted = parts.join(replacement)
  const [error] = parseSync(file, planted).errors
  if (error) throw new PlantProblem(`${id}: ${file} cannot be parsed with it: ${error.message}`)
  return planted
}
