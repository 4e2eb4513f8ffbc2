import { useEffect, useState } from 'react'
import { texts } from '../strings/index.ts'
import { Dialog } from '../ui/dialog.tsx'
import { navGroups } from './nav.tsx'
import { onKeyHelp, setKeyHelp } from './palette-state.ts'
import { pageKeys } from './use-keys.ts'

const words = texts.palette

/** Lists every key, where each works. */
export function KeyHelp() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => onKeyHelp(setOpen), [])
  if (!isOpen) return null
  const pages = navGroups.flatMap(({ entries }) => entries)
  const toPages = Object.entries(pageKeys).flatMap(([key, to]) => {
    const page = pages.find((one) => one.to === to)
    return page ? [{ keys: ['g', key], does: page.label }] : []
  })
  const groups = [
    { title: words.everywhere, rows: [...words.globalKeys, ...toPages] },
    { title: words.inLists, rows: words.listKeys },
  ]
  return (
    <Dialog title={words.keyHelp} onClose={() => setKeyHelp(false)}>
      {groups.map(({ title, rows }) => (
        <section key={title} className="mt12">
          <h3>{title}</h3>
          <dl className="keyhelp">
            {rows.map(({ keys, does }) => (
              <div key={does} className="row">
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
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
