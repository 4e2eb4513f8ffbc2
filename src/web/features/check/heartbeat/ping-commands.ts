import { curlOf, inCrontab, inPowerShell, inShell, inUnit, inYaml } from './quoting.ts'

/** A way to ping at the end of a job, to copy. */
export interface PingCommand {
  readonly key: 'curl' | 'cron' | 'systemd' | 'github' | 'kubernetes' | 'powershell'
  readonly text: string
}

const minuteSeconds = 60
const hourSeconds = 3_600
const daySeconds = 86_400
const weekSeconds = 7 * daySeconds

/** A schedule of cron for a job that runs this often; for lengths that cron cannot say, the next shorter one. */
export function cronOf(periodSeconds: number): string {
  if (periodSeconds >= weekSeconds) return '0 2 * * 1'
  if (periodSeconds >= daySeconds) return '0 2 * * *'
  const hours = divisorUpTo(24, periodSeconds / hourSeconds)
  if (hours !== null) return hours === 1 ? '0 * * * *' : `0 */${hours} * * *`
  const minutes = divisorUpTo(60, periodSeconds / minuteSeconds) ?? 1
  return minutes === 1 ? '* * * * *' : `*/${minutes} * * * *`
}

/** The largest divisor of a number that is not above another one; null if that is below 1. */
function divisorUpTo(whole: number, most: number): number | null {
  for (let one = Math.min(whole, Math.floor(most)); one >= 1; one -= 1) if (whole % one === 0) return one
  return null
}

const inSystemd = (url: string, periodSeconds: number): string => `# job.service
[Service]
Type=oneshot
ExecStart=/path/to/job
ExecStartPost=/usr/bin/curl -fsS -m 10 --retry 5 -o /dev/null ${inUnit(url)}

# job.timer
[Timer]
OnActiveSec=0
OnUnitActiveSec=${periodSeconds}s

[Install]
WantedBy=timers.target`

const inWorkflow = (url: string, schedule: string): string => `# Once: gh secret set PING_URL --body ${inShell(url)}
on:
  schedule:
    - cron: ${inYaml(schedule)}
jobs:
  job:
    runs-on: ubuntu-latest
    steps:
      - run: ./job
      - run: curl -fsS -m 10 --retry 5 -o /dev/null "$PING_URL"
        env:
          PING_URL: \${{ secrets.PING_URL }}`

const inCronJob = (url: string, schedule: string): string => `apiVersion: batch/v1
kind: CronJob
metadata:
  name: job
spec:
  schedule: ${inYaml(schedule)}
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: job
              image: registry.example/job
              command: ["sh", "-c", "/path/to/job && wget -q -T 10 -O /dev/null \\"$PING_URL\\""]
              env:
                - name: PING_URL
                  value: ${inYaml(url)}`

const inPowerShellScript = (url: string): string => `.\\job.ps1
if ($?) { Invoke-RestMethod -Uri ${inPowerShell(url)} -TimeoutSec 10 | Out-Null }`

/** Commands that ping this address once the job has succeeded. The address is a secret. */
export function pingCommands(url: string, periodSeconds: number): readonly PingCommand[] {
  const schedule = cronOf(periodSeconds)
  return [
    { key: 'curl', text: curlOf(url) },
    { key: 'cron', text: `${schedule} /path/to/job && ${inCrontab(curlOf(url))}` },
    { key: 'systemd', text: inSystemd(url, periodSeconds) },
    { key: 'github', text: inWorkflow(url, schedule) },
    { key: 'kubernetes', text: inCronJob(url, schedule) },
    { key: 'powershell', text: inPowerShellScript(url) },
  ]
}
