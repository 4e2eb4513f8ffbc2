import { lateTexts } from '../../strings/late.ts'
import { CheckField } from '../../ui/field.tsx'

const words = lateTexts.maintenanceWindows
const offered = [60, 1_440, 4_320, 10_080]
const most = 3

interface ReminderFieldsProps {
  /** Minutes before the start. */
  readonly value: readonly number[]
  readonly onChange: (value: number[]) => void
}

/** When subscribers are reminded of each occurrence, three times at most. */
export const ReminderFields = ({ value, onChange }: ReminderFieldsProps) => (
  <fieldset className="stack">
    <legend className="label">{words.reminders}</legend>
    {[...new Set([...offered, ...value])]
      .toSorted((a, b) => a - b)
      .map((minutes) => (
        <CheckField
          key={minutes}
          label={words.reminderBefore(minutes)}
          isOn={value.includes(minutes)}
          disabled={value.length >= most && !value.includes(minutes)}
          onChange={(isOn) => onChange(isOn ? [...value, minutes] : value.filter((one) => one !== minutes))}
        />
      ))}
    <p className="small mute">{words.remindersHint}</p>
  </fieldset>
)
