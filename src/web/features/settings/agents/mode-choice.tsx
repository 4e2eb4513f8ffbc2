import { lateTexts } from '../../../strings/late.ts'
import type { AgentMode } from './api.ts'
import styles from './connect-agent-screen.module.css'

const words = lateTexts.agents

interface ModeChoiceProps {
  readonly modes: readonly AgentMode[]
  readonly value: AgentMode
  readonly onChange: (mode: AgentMode) => void
}

/** How much an agent may do, of what it asks for. */
export const ModeChoice = ({ modes, value, onChange }: ModeChoiceProps) => (
  <fieldset className={styles.modes}>
    <legend>{words.programMay}</legend>
    {modes.map((mode) => (
      <label key={mode} className={styles.mode}>
        <input type="radio" name="mode" checked={mode === value} onChange={() => onChange(mode)} />
        <span>
          <b>{words.modes[mode]}</b>
          <br />
          <span className="dim">{words.modeTexts[mode]}</span>
        </span>
      </label>
    ))}
  </fieldset>
)
