import { rhythmWords } from './job-rhythm.ts'
import type { JobRhythm } from './job-rhythm.ts'
import { curlOf, inCrontab, inPowerShell, inShell, inUnit, inYaml } from './quoting.ts'

/** A way to ping at the end of a job, to copy. */
export interface PingCommand {
  readonly key: 'curl' | 'cron' | 'systemd' | 'github' | 'kubernetes' | 'powershell'
  readonly text: string
}

const inSystemd = (url: string, timer: string): string => `# job.service
[Service]
Type=oneshot
ExecStart=/path/to/job
ExecStartPost=/usr/bin/curl -fsS -m 10 --retry 5 -o /dev/null ${inUnit(url)}

# job.timer
[Timer]
${timer}

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

const inCronJob = (url: string, schedule: string, zone: string | null): string => `apiVersion: batch/v1
kind: CronJob
metadata:
  name: job
spec:
  schedule: ${inYaml(schedule)}${
    zone === null
      ? ''
      : `
  timeZone: ${inYaml(zone)}`
  }
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
export function pingCommands(url: string, rhythm: JobRhythm): readonly PingCommand[] {
  const { cron, timer, cronComment, zone } = rhythmWords(rhythm)
  return [
    { key: 'curl', text: curlOf(url) },
    { key: 'cron', text: `${cronComment}${cron} /path/to/job && ${inCrontab(curlOf(url))}` },
    { key: 'systemd', text: inSystemd(url, timer) },
    { key: 'github', text: `${cronComment}${inWorkflow(url, cron)}` },
    { key: 'kubernetes', text: inCronJob(url, cron, zone) },
    { key: 'powershell', text: inPowerShellScript(url) },
  ]
}
