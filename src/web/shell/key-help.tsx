import { useEffect, useState } from 'react'
import type { UsedOperation } from '../api/operations.ts'
import { useSession } from '../session/session.tsx'
import { lateTexts } from '../strings/late.ts'
import { Dialog } from '../ui/dialog.tsx'
import { navGroups } from './nav.tsx'
import { isKeyHelpOpen, onKeyHelp, setKeyHelp } from './palette-state.ts'
import { useCreation } from './use-creation.ts'
import { pageKeys } from './use-keys.ts'
import styles from './key-help.module.css'

const words = lateTexts.palette

/** Keys in lists that select checks to change, and undo changes. */
const changing: ReadonlySet<string> = new Set(['x', '⇧j', 'z'])
/** Keys on a check, with what they need. */
const needed: Readonly<Record<string, UsedOperation>> = {
  r: 'triggerCheckSessionsV2',
  e: 'updateCheckGeneric',
  m: 'muteCheck',
  a: 'acknowledgeCheck',
}

/** Lists the keys that do something for this person, where each works. */
export function KeyHelp() {
  const [isOpen, setOpen] = useState(isKeyHelpOpen())
  useEffect(() => onKeyHelp(setOpen), [])
  const { may } = useSession()
  const mayCreate = may('createCheckGeneric')
  const mayChange = may('changeChecks')
  const creation = useCreation()
  if (!isOpen) return null
  const pages = navGroups.flatMap(({ entries }) => entries)
  const toPages = Object.entries(pageKeys).flatMap(([key, to]) => {
    const page = pages.find((one) => one.to === to)
    return page ? [{ keys: ['g', key], does: page.label }] : []
  })
  const groups = [
    {
      title: words.everywhere,
      rows: [...words.globalKeys.filter(({ keys: [key] }) => creation !== null || key !== 'c'), ...toPages],
    },
    {
      title: words.inLists,
      rows: words.listKeys.filter(({ keys }) => mayChange || !keys.some((key) => changing.has(key))),
    },
    {
      title: words.onCheck,
      rows: words.checkKeys.filter(({ keys: [key = ''] }) => needed[key] === undefined || may(needed[key])),
    },
    ...(may('changeErrors') ? [{ title: words.inErrors, rows: words.errorKeys }] : []),
    ...(mayCreate ? [{ title: words.inEditor, rows: words.editorKeys }] : []),
  ]
  return (
    <Dialog title={words.keyHelp} onClose={() => setKeyHelp(false)}>
      {groups.map(({ title, rows }) => (
        <section key={title} className="mt12">
          <h3>{title}</h3>
          <dl className={styles.keys}>
            {rows.map(({ keys, does }) => (
              <div key={does} className="row">
                <dt>
                  {keys.map((key, index) => (
                    <kbd key={index}>{key}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
