import fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newStorage } from '../support/api.ts'
import { launchApi } from '../support/launch-api.ts'
import { launch } from '../support/process.ts'
import { root } from '../support/server.ts'

/** Number of rounds. `npm run bench:crash` runs a hundred. */
const ROUNDS = 2

test('after a kill -9, the embedded database starts again and contains every write that was answered with 200', async () => {
  await using place = await newStorage('embedded', 'demo')
  let api = await launchApi(place.dataDir)
  const kept = new Set(await api.names(await api.signIn()))
  for (let round = 0; round < ROUNDS; round++) {
    const headers = await api.signIn()
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let number = 0; ; number++) {
        const name = `Gravado ${round} ${writer} ${number}`
        if ((await api.create(headers, name)) === 200) kept.add(name)
        // Kills the process when the fourth writer has received its twentieth response.
        if (writer === 3 && number === 20) api.kill('SIGKILL')
      }
    })
    await Promise.allSettled(writers)
    await api.ended
    api = await launchApi(place.dataDir)
    const found = new Set(await api.names(await api.signIn()))
    expect([...kept].filter((name) => !found.has(name))).toEqual([])
  }
  expect(kept.size).toBeGreaterThan(400 + ROUNDS * 21)
  await api.stop()
})

test('if the first start is killed, no unfinished database is left behind', async () => {
  await using place = await newStorage('embedded')
  const first = launch(process.execPath, [join(root, 'tests/support/api-process.ts'), place.dataDir, 'channel'])
  const begun = () => fs.readdirSync(place.dataDir).some((name) => name.startsWith('db.new-'))
  await expect.poll(begun, { interval: 5 }).toBe(true)
  first.kill('SIGKILL')
  await first.ended
  expect(fs.existsSync(join(place.dataDir, 'db'))).toBe(false)
  const second = await launchApi(place.dataDir)
  await second.signIn()
  await second.stop()
  expect(fs.readdirSync(place.dataDir).filter((name) => name.startsWith('db.new-'))).toEqual([])
})
