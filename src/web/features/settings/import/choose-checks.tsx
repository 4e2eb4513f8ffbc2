import { useState } from 'react'
import { texts } from '../../../strings/index.ts'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/field.tsx'
import { TableRegion } from '../../../ui/table.tsx'
import type { ReadImport } from './api.ts'
import { nameOf } from './comparison.ts'
import styles from './import.module.css'

const words = lateTexts.imports

interface ChooseChecksProps {
  readonly checks: ReadImport['resources']
  readonly left: ReadonlySet<string>
  /** The logical ids of those that are not imported. */
  readonly onLeft: (left: ReadonlySet<string>) => void
}

const step = 100

/** The checks that were read, all or some of which are imported. */
export function ChooseChecks({ checks, left, onLeft }: ChooseChecksProps) {
  const [most, setMost] = useState(step)
  const toggle = (id: string, isOn: boolean): void => {
    const next = new Set(left)
    if (isOn) next.delete(id)
    else next.add(id)
    onLeft(next)
  }
  return (
    <section className="pane" aria-label={words.checks}>
      <div className="pane-h">
        <h2>{words.checks}</h2>
        <span className="mute">{words.selected(checks.length - left.size, checks.length)}</span>
      </div>
      <div className="padx">
        <CheckField
          label={words.all}
          isOn={left.size === 0}
          onChange={(isOn) => onLeft(new Set(isOn ? [] : checks.map(({ logicalId }) => logicalId)))}
        />
      </div>
      <TableRegion className={styles.checks} aria-label={words.checks}>
        <ul className="padx stack gap4 mt8">
          {checks.slice(0, most).map(({ logicalId, value }) => (
            <li key={logicalId}>
              <CheckField
                label={<CheckName value={value} logicalId={logicalId} />}
                isOn={!left.has(logicalId)}
                onChange={(isOn) => toggle(logicalId, isOn)}
              />
            </li>
          ))}
        </ul>
        {checks.length > most && (
          <div className="pad">
            <Button onClick={() => setMost(most + 10 * step)}>
              {words.showMore(Math.min(10 * step, checks.length - most))}
            </Button>
          </div>
        )}
      </TableRegion>
    </section>
  )
}

const typeNames: Readonly<Record<string, string>> = texts.checks.types

function CheckName({ value, logicalId }: Pick<ReadImport['resources'][number], 'value' | 'logicalId'>) {
  const { checkType } = value
  const type = typeof checkType === 'string' ? checkType : ''
  return (
    <span className="anywhere">
      {nameOf({ value, logicalId })} <span className="mute small">{typeNames[type] ?? type}</span>
    </span>
  )
}
