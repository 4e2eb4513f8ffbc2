import type { Fields } from '../../counterparts/hosted/answers.ts'
import { fieldsIn, listIn } from '../../counterparts/hosted/answers.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { jsonOf } from '../../counterparts/yaml-documents.ts'
import { SourceProblem } from '../../imported.ts'
import type { ImportFile } from '../../imported.ts'

export interface PingdomExport {
  readonly checks: readonly Fields[]
  readonly transactions: readonly Fields[]
  readonly contacts: readonly Fields[]
  readonly teams: readonly Fields[]
  readonly maintenance: readonly Fields[]
}

/** Reads answers of the API, of single checks too, in any order. Throws SourceProblem for anything else. */
export function exportOf(files: readonly ImportFile[]): PingdomExport {
  const answers = files
    .map(jsonOf)
    .flatMap((value): readonly unknown[] => (Array.isArray(value) ? value : [value]))
    .map(fieldsIn)
  const of = (name: string): readonly Fields[] => answers.flatMap((answer) => listIn(answer[name]))
  const all = [...of('checks'), ...of('transactions'), ...answers.map(({ check }) => fieldsIn(check)).filter(isItem)]
  const [transactions, checks] = [all.filter(isTransaction), all.filter((one) => !isTransaction(one))]
  if (all.length === 0)
    throw new SourceProblem('No file has checks of Pingdom: give the answers of GET /api/3.1/checks and /checks/{id}.')
  return {
    checks: joined(checks),
    transactions: joined(transactions),
    contacts: of('contacts'),
    teams: of('teams'),
    maintenance: of('maintenance'),
  }
}

const isItem = (value: Fields): boolean => value['id'] !== undefined

const isTransaction = (value: Fields): boolean =>
  'steps' in value || ['script', 'recording'].includes(textIn(value['type']))

/** One check for each id, of lists and single answers together. */
function joined(items: readonly Fields[]): readonly Fields[] {
  const byId = new Map<string, Fields>()
  for (const item of items) {
    const id = textIn(item['id'])
    byId.set(id, { ...byId.get(id), ...item })
  }
  return [...byId.values()]
}
