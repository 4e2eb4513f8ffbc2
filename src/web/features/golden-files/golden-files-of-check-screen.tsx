import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useScreenKeys } from '../../shell/use-screen-keys.ts'
import { lateTexts } from '../../strings/late.ts'
import { Page } from '../../ui/page.tsx'
import { Pane } from '../../ui/pane.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useCheck, useGoldenFiles } from './api.ts'
import type { GoldenFiles } from './api.ts'
import { AcceptButton, useAcceptance } from './accept.tsx'
import { ComparedPictures } from './compared-pictures.tsx'
import type { View } from './compared-pictures.tsx'
import { GoldenFileTable } from './golden-file-table.tsx'
import { RecordButton } from './record-button.tsx'
import styles from './golden-files.module.css'

const words = lateTexts.goldenFiles

/** The differences between a result and the golden files of its check, and these files. */
export function GoldenFilesOfCheckScreen() {
  const { id = '' } = useParams({ strict: false })
  const [{ result }] = useSearchState()
  const check = useCheck(id)
  return (
    <Page
      title={words.title}
      actions={check && <RecordButton check={check} />}
      crumbs={
        <>
          <Link to="/golden-files">{words.title}</Link> /{' '}
          <Link to="/checks/$id" params={{ id }}>
            {check?.name}
          </Link>{' '}
          /
        </>
      }
    >
      <Loaded query={useGoldenFiles(id, result)}>
        {(found) => (
          <>
            <Comparisons checkId={id} found={found} />
            <GoldenFileTable checkId={id} files={found.files} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const views = (['sideBySide', 'slider'] as const).map((value) => ({ value, label: words.views[value] }))

function Comparisons({ checkId, found }: { readonly checkId: string; readonly found: GoldenFiles }) {
  const { comparisons, resultId } = found
  const [chosen, setChosen] = useState(0)
  const [view, setView] = useState<View>('sideBySide')
  const index = Math.min(chosen, Math.max(0, comparisons.length - 1))
  const shown = comparisons[index]
  const accept = useAcceptance(checkId, resultId, shown)
  const move = (by: number) => (): void => setChosen(Math.max(0, Math.min(comparisons.length - 1, index + by)))
  useScreenKeys({
    j: move(1),
    k: move(-1),
    v: () => setView(view === 'slider' ? 'sideBySide' : 'slider'),
    a: accept?.act,
  })
  if (shown === undefined) return <Empty title={words.same}>{words.sameText}</Empty>
  return (
    <Pane
      title={words.differences}
      more={words.of(index + 1, comparisons.length)}
      end={
        <span className="end row wrap">
          <Segmented label={words.view} value={view} options={views} onChange={setView} />
          <AcceptButton acceptance={accept} />
        </span>
      }
    >
      <div className={`padx pb ${styles.comparison}`}>
        {comparisons.length > 1 && (
          <ul className={styles.paths}>
            {comparisons.map(({ path }, at) => (
              <li key={path}>
                <button
                  type="button"
                  className="link anywhere"
                  aria-current={at === index}
                  onClick={() => setChosen(at)}
                >
                  {path}
                </button>
              </li>
            ))}
          </ul>
        )}
        <p className="mono small anywhere">{shown.path}</p>
        <ComparedPictures comparison={shown} view={view} />
        {resultId !== null && (
          <p className="small">
            <Link className="link" to="/checks/$id/results/$resultId" params={{ id: checkId, resultId }}>
              {words.ofResult}
            </Link>{' '}
            <span className="mute">{words.keys}</span>
          </p>
        )}
      </div>
    </Pane>
  )
}
