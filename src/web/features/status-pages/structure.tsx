import { useEffect, useRef } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { toast } from '../../ui/toasts.tsx'
import { AddParts } from './add-parts.tsx'
import { useSources } from './api.ts'
import type { PageSummary } from './api.ts'
import type { Part } from './page-draft.ts'
import { PartRow } from './part-row.tsx'
import { depthOf, movedOnto, stepped, without } from './part-tree.ts'
import styles from './status-pages.module.css'
import type { EditedPage } from './use-page-draft.ts'

const words = lateTexts.statusPages.structure

interface StructureProps {
  readonly edited: EditedPage
  readonly summary: PageSummary
}

/** The parts of a page in their order: changed by dragging and with the arrow keys of the handles. */
export function Structure({ edited, summary: { version, id: statusPageId } }: StructureProps) {
  const { draft, setParts } = edited
  const { parts } = draft
  const sources = useSources(version === 2)
  const mayStandAlone = version === 3
  const { listRef, focusIn } = usePartFocus(parts)
  const change = (part: Part, changes: Partial<Part>): void =>
    setParts(parts.map((one) => (one === part ? { ...one, ...changes } : withChartOf(one, part, changes))))
  const move = (from: number, to: number): void => {
    const [part, target] = [parts[from], parts[to]]
    if (part === undefined) return
    focusIn(part, '.grip')
    if (Math.abs(to - from) === 1) setParts(stepped(parts, part, to < from ? -1 : 1, mayStandAlone))
    else if (target !== undefined) setParts(movedOnto(parts, part, target))
  }
  const add = (added: readonly Part[]): void => {
    const part = added.find((one) => !parts.includes(one))
    if (part !== undefined) focusIn(part, 'input')
    setParts(added)
  }
  const remove = (part: Part): void => {
    setParts(without(parts, part, mayStandAlone))
    toast({ text: words.removed(part.name), undo: () => setParts(parts) })
  }
  return (
    <section className="pad pane stack gap12" aria-label={words.titles[version]}>
      <div className="row wrap">
        <h2>{words.titles[version]}</h2>
        <span className="mute small end">{words.howToMove}</span>
      </div>
      {parts.length === 0 && <p className="mute">{words.none[version]}</p>}
      <ol ref={listRef} className={`stack ${styles.parts}`}>
        {parts.map((part, index) => (
          <PartRow
            key={index}
            part={part}
            index={index}
            depth={depthOf(parts, part)}
            source={sources.get(part.serviceId ?? '')}
            error={
              edited.errors[`components[${index}].name`] ??
              edited.errors[`components[${index}].parentId`] ??
              edited.errors[`components[${index}].feed.url`]
            }
            statusPageId={statusPageId}
            isOfCards={version === 2}
            onChange={(changes) => change(part, changes)}
            onMove={move}
            onRemove={() => remove(part)}
          />
        ))}
      </ol>
      <AddParts version={version} parts={parts} onAdd={add} />
    </section>
  )
}

/** The focus goes along with the part that is moved, and to the name of one that is added. */
function usePartFocus(parts: readonly Part[]) {
  const listRef = useRef<HTMLOListElement>(null)
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const target = listRef.current?.querySelector<HTMLElement>(wanted.current)
    target?.focus()
    if (target instanceof HTMLInputElement) target.select()
    wanted.current = null
  }, [parts])
  const focusIn = ({ id }: Part, selector: string): void => {
    wanted.current = `[data-part="${CSS.escape(id)}"] ${selector}`
  }
  return { listRef, focusIn }
}

/** A service has the same chart on all cards. */
const withChartOf = (part: Part, { serviceId }: Part, { chartCheckId }: Partial<Part>): Part =>
  chartCheckId === undefined || serviceId === null || part.serviceId !== serviceId ? part : { ...part, chartCheckId }
