import { getNonce } from 'get-nonce'
import { useRef, useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { ErrorNote, Loading } from '../../ui/states.tsx'
import { useWidth } from '../../ui/use-width.ts'
import type { usePreview } from './api.ts'
import styles from './dashboards.module.css'

const words = lateTexts.dashboards

const screens = {
  wall: { width: 1920, height: 1080 },
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 780 },
} as const
type Screen = keyof typeof screens

const options = (Object.keys(screens) as Screen[]).map((value) => ({ value, label: words.screens[value] }))

/** The page as it would be, on screens of several sizes. */
export function PreviewPane({ preview }: { readonly preview: ReturnType<typeof usePreview> }) {
  const [screen, setScreen] = useState<Screen>('wall')
  return (
    <section className={styles.preview} aria-label={words.preview}>
      <div className="pane-h">
        <h2>{words.preview}</h2>
        <div className="end">
          <Segmented isSmall label={words.screen} value={screen} options={options} onChange={setScreen} />
        </div>
      </div>
      <div className="padx pb stack">
        <ErrorNote error={preview.error} />
        {preview.data === undefined ? (
          !preview.error && <Loading />
        ) : (
          <PreviewFrame html={preview.data.html} screen={screens[screen]} />
        )}
        <p className="small mute">{words.previewText}</p>
      </div>
    </section>
  )
}

interface FrameProps {
  readonly html: string
  readonly screen: { readonly width: number; readonly height: number }
}

/** On both sides, in pixels. */
const borders = 2

/** It runs nothing and belongs to no site. The policy of this page is in force in it, so that its style needs the nonce. */
function PreviewFrame({ html, screen }: FrameProps) {
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const scale = Math.min(1, Math.max(0, width - borders) / screen.width)
  const nonce = getNonce()
  const text = nonce === undefined ? html : html.replaceAll('<style>', `<style nonce="${nonce}">`)
  return (
    <div ref={place} className={styles.place}>
      <div className={styles.screen} style={{ width: screen.width * scale, height: screen.height * scale }}>
        <iframe
          title={words.preview}
          sandbox=""
          srcDoc={text}
          tabIndex={-1}
          style={{ width: screen.width, height: screen.height, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  )
}
