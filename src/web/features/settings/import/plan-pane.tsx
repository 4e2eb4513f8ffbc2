import { useState } from 'react'
import { shownChange } from '../../../projects/shown-change.ts'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldChanges } from '../../../ui/form/change-list.tsx'
import { Note } from '../../../ui/note.tsx'
import { Table } from '../../../ui/table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import type { ImportPlan, ReadImport } from './api.ts'
import { nameOf } from './comparison.ts'
import styles from './import.module.css'
import { Lines } from './report-pane.tsx'

const words = lateTexts.imports

type Entry = ImportPlan['diff'][number]

/** The resources that change by themselves, not those that connect others. */
export const shownEntries = ({ diff }: Pick<ImportPlan, 'diff'>): readonly Entry[] =>
  diff.filter(({ changed, type }) => changed && type in words.types)

export const changesAnything = ({ diff, variables }: ImportPlan): boolean =>
  diff.some(({ changed }) => changed) || variables.some(({ action }) => action === 'CREATE' || action === 'UPDATE')

interface PlanPaneProps {
  readonly plan: ImportPlan
  readonly read: ReadImport
}

/** The changes of an import, the resources that it leaves out, and the secrets that a person has to create. */
export function PlanPane({ plan, read }: PlanPaneProps) {
  const missing = plan.variables.filter(({ action }) => action === 'MISSING')
  return (
    <>
      {missing.length > 0 && (
        <Note kind="degraded" className={styles.note}>
          <div>
            <b>{words.missing}</b>
            <p>{words.missingText}</p>
            <p className="mono anywhere">{missing.map(({ key }) => key).join(', ')}</p>
          </div>
        </Note>
      )}
      {plan.report.length > 0 && (
        <section aria-label={words.leftOut}>
          <h3 className="padx mt16">{words.leftOut}</h3>
          <Lines lines={plan.report} />
        </section>
      )}
      {changesAnything(plan) ? (
        <Changes plan={plan} read={read} />
      ) : (
        <p className="padx mt8">
          <b>{words.unchanged}</b> <span className="dim">{words.unchangedText}</span>
        </p>
      )}
    </>
  )
}

const step = 50

function Changes({ plan, read }: PlanPaneProps) {
  const [most, setMost] = useState(step)
  const entries = shownEntries(plan)
  const variables = plan.variables.filter(({ action }) => action === 'CREATE' || action === 'UPDATE')
  const names = new Map(read.resources.map((one) => [one.logicalId, nameOf(one)]))
  const count = (action: Entry['action']): number => entries.filter((entry) => entry.action === action).length
  return (
    <>
      <p className="padx dim mt8">
        {words.planCounts({ created: count('CREATE'), updated: count('UPDATE'), deleted: count('DELETE') })}
      </p>
      <Table isStacked isFlat className="mt8">
        <tbody>
          {variables.map(({ key, action }) => (
            <ChangeRow key={key} action={action === 'CREATE' ? 'CREATE' : 'UPDATE'} type={words.variable} name={key} />
          ))}
          {entries.slice(0, most).map((entry) => (
            <ChangeRow
              key={`${entry.type} ${entry.logicalId}`}
              action={entry.action}
              type={words.types[entry.type] ?? entry.type}
              name={names.get(entry.logicalId) ?? entry.logicalId}
              changes={entry.changes}
            />
          ))}
        </tbody>
      </Table>
      {entries.length > most && (
        <div className="pad">
          <Button onClick={() => setMost(most + 10 * step)}>
            {words.showMore(Math.min(10 * step, entries.length - most))}
          </Button>
        </div>
      )}
    </>
  )
}

interface ChangeRowProps {
  readonly action: keyof typeof words.actions
  readonly type: string
  readonly name: string
  readonly changes?: Entry['changes']
}

const ChangeRow = ({ action, type, name, changes = [] }: ChangeRowProps) => (
  <tr>
    <td>
      <Tag>{words.actions[action]}</Tag>
    </td>
    <td className="dim">{type}</td>
    <td className="anywhere">
      {changes.length === 0 ? (
        name
      ) : (
        <details>
          <summary>{name}</summary>
          <FieldChanges changes={changes.map(shownChange)} label={name} />
        </details>
      )}
    </td>
  </tr>
)
