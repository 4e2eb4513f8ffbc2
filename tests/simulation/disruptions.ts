import { dayMs, hourMs, minuteMs } from '#kernel'

const disruptions = {
  freeze: { oneIn: 200, lengths: [1_000, 5_000, 12_000, 30_000, 62_000, 100_000] },
  crash: { oneIn: 600, lengths: [2_000, 8_000, 40_000] },
  jump: {
    oneIn: 120,
    lengths: [-dayMs, -hourMs, -100_000, -7_000, -1_500, -300, 300, 1_500, 7_000, 100_000, hourMs, dayMs],
  },
  setRight: { oneIn: 300, lengths: [0] },
  slowDatabase: { oneIn: 500, lengths: [2_000, 5_000, 15_000, 40_000] },
  slowNames: { oneIn: 300, lengths: [20_000, minuteMs] },
  slowReceiver: { oneIn: 500, lengths: [10_000, minuteMs] },
} as const

export type DisruptionName = keyof typeof disruptions
export const disruptionNames = Object.keys(disruptions).filter((name): name is DisruptionName => name in disruptions)

/** What goes wrong in one second. */
export function drawDisruptions(random: () => number): { readonly name: DisruptionName; readonly ms: number }[] {
  return disruptionNames
    .filter((name) => random() < 1 / disruptions[name].oneIn)
    .map((name) => ({
      name,
      ms: disruptions[name].lengths[Math.floor(random() * disruptions[name].lengths.length)] ?? 0,
    }))
}
