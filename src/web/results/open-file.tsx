import { ExternalLink } from 'lucide-react'
import { useRef } from 'react'
import { useScreenKeys } from '../shell/use-screen-keys.ts'
import { lateTexts } from '../strings/late.ts'
import { Button } from '../ui/button.tsx'
import { suiteRun } from './result-details/suite-run.ts'
import { localNameOf } from './open-url.ts'
import { opens } from './open-url.ts'
import type { Asset } from './api.ts'
import type { Detail } from './read-detail.ts'

const words = lateTexts.result

/** Opens a file in a separate tab, on an origin that knows nothing of this one. */
export function OpenFile({ asset }: { readonly asset: Asset }) {
  const url = opens(asset)
  if (url === null) return null
  const label = asset.type === 'trace' ? words.openTrace : words.open
  return (
    <a className="link row gap4" href={url} target="_blank" rel="noopener noreferrer" title={words.inNewTab}>
      {label}
      <span className="sr">
        {' '}
        {asset.name}, {words.inNewTab}
      </span>
      <ExternalLink className="ic s" aria-hidden="true" />
    </a>
  )
}

/** Leads to the trace of a run that has one, by key too. */
export function OpenTrace({ assets, detail }: { readonly assets: readonly Asset[]; readonly detail: Detail }) {
  const traces = assets.filter(({ type }) => type === 'trace')
  // A suite has one for each of its tests, beside the test.
  const [trace] = suiteRun.fits(detail) && traces.length > 1 ? [] : traces
  const url = trace && opens(trace)
  const link = useRef<HTMLAnchorElement>(null)
  useScreenKeys({ t: url ? () => link.current?.click() : undefined })
  if (!url) return null
  return (
    <Button asChild>
      <a ref={link} href={url} target="_blank" rel="noopener noreferrer" title={`T, ${words.inNewTab}`}>
        {words.openTrace}
        <ExternalLink className="ic s" aria-hidden="true" />
      </a>
    </Button>
  )
}

const html = /^text\/html(?:;|$)/

/** Says what has to be set up for files to open, where that is all that is missing. */
export function OpensNothing({ assets }: { readonly assets: readonly Asset[] }) {
  const closed = assets.find((asset) => (asset.type === 'trace' || html.test(asset.contentType)) && !opens(asset))
  if (closed === undefined) return null
  const name = localNameOf(closed.viewUrl, location)
  return <p className="padx small mute">{name === null ? words.needsOrigin : words.needsOtherOrigin(name)}</p>
}
