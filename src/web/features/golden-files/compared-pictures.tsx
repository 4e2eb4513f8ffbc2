import { useState } from 'react'
import { ownUrl } from '../../results/script/own-url.ts'
import { lateTexts } from '../../strings/late.ts'
import type { Comparison } from './api.ts'
import styles from './golden-files.module.css'

const words = lateTexts.goldenFiles
export type View = 'sideBySide' | 'slider'
type File = Comparison['actual']

interface Props {
  readonly comparison: Comparison
  readonly view: View
}

/** The expected, the actual and the difference: beside each other, or the first two on top of each other. */
export function ComparedPictures({ comparison: { expected, actual, difference }, view }: Props) {
  if (view === 'slider' && expected !== null && isPicture(actual))
    return <Slider key={actual.url} expected={expected} actual={actual} />
  return (
    <div className={styles.sides}>
      <Side label={words.expected} file={expected} />
      <Side label={words.actual} file={actual} />
      <Side label={words.difference} file={difference} />
    </div>
  )
}

const isPicture = ({ contentType }: File): boolean => contentType.startsWith('image/')

const Side = ({ label, file }: { readonly label: string; readonly file: File | null }) => (
  <figure className={styles.side}>
    <figcaption className="label">{label}</figcaption>
    {file === null ? (
      <p className="mute small">{label === words.expected ? words.noExpected : words.noDifference}</p>
    ) : isPicture(file) ? (
      <img src={ownUrl(file.url)} alt={label} />
    ) : (
      <a className="link" href={ownUrl(file.url)} download={file.name} rel="noreferrer">
        {file.name}
      </a>
    )}
  </figure>
)

function Slider({ expected, actual }: { readonly expected: File; readonly actual: File }) {
  const [share, setShare] = useState(50)
  return (
    <div className={styles.slider}>
      <label className="label row">
        {words.expected}
        <input
          type="range"
          min={0}
          max={100}
          value={share}
          aria-label={words.sliderLabel}
          aria-valuetext={words.sliderValue(share)}
          onChange={({ target }) => setShare(Number(target.value))}
        />
        {words.actual}
      </label>
      <div className={styles.layers}>
        <img src={ownUrl(actual.url)} alt={words.actual} />
        <img
          className={styles.upper}
          src={ownUrl(expected.url)}
          alt={words.expected}
          style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
        />
        <span className={styles.line} style={{ left: `${share}%` }} aria-hidden="true" />
      </div>
    </div>
  )
}
