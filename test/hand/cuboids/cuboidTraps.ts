import type { Trap } from '../traps.ts'

const web = (path: string) => `src/web/${path}`
const mode = (path: string) => web(`modes/cuboid3d/${path}`)
const edits = (path: string) => `src/model/document/edits/${path}`

const TRAPS: readonly Omit<Trap, 'hand'>[] = [
  {
    trap: 'accepting all suggestions leaves each object in the last of its frames',
    file: edits('addTracks.ts'),
    text: 'known ? joined(known, track, frameCount) : track)',
    becomes: 'track)',
    also: [
      {
        file: web('workbench/assistance/readSuggestions.ts'),
        text: "const whole = labels || verb === 'fit' ? {} : { proposed }",
        becomes: 'const whole = {}',
      },
    ],
  },
  {
    trap: 'a click with a tool for drawing makes an object on bare ground',
    file: mode('cuboidFits.ts'),
    text: "if (gesture.kind === 'click' && !isFound) {",
    becomes: "if (gesture.kind === 'click' && frame < 0) {",
    also: [
      {
        file: web('tools/cuboid/make/making.ts'),
        text: "    if (!this.#with.takesClicks) {\n      host.refuse(msg('cuboid.clickMakesNothing'))\n      return\n    }\n",
        becomes: '',
      },
    ],
  },
  {
    trap: 'a click with a tool for drawing does not select the cuboid there',
    file: web('tools/cuboid/make/making.ts'),
    text: '      host.select(under.trackId, pointer.shift || pointer.ctrl)\n',
    becomes: '',
  },
  {
    trap: 'a digit gives objects of several classes one class',
    file: web('workbench/chooseClass.ts'),
    text: "if (classIds.size > 1 && !isForNext) session.notices.refuse(msg('class.mixed'))\n  else chooseClass",
    becomes: 'if (isForNext || classIds.size >= 0) chooseClass',
  },
  {
    trap: 'a digit that no attribute takes changes the class',
    file: web('workbench/attributes/attributeFocus.ts'),
    text: "      this.#session.notices.refuse(msg(asked.length === 0 ? 'attribute.none' : 'attribute.allAnswered'))\n      return true",
    becomes: '      return false',
    also: [
      {
        file: web('workbench/chooseClass.ts'),
        text: "if (classIds.size > 1 && !isForNext) session.notices.refuse(msg('class.mixed'))\n  else chooseClass",
        becomes: 'if (isForNext || classIds.size >= 0) chooseClass',
      },
    ],
  },
  {
    trap: 'a box drawn again in one frame gives all frames its size, about their middle',
    file: mode('redrawnBox.ts'),
    text: 'if (most > CLEARLY_MORE * here) {',
    becomes: 'if (most < 0) {',
    also: [
      {
        file: mode('resizedInAll.ts'),
        text: 'withSizeSeenFrom(box, dimensions, frames[of]?.clouds[0]?.sensorPosition ?? null),',
        becomes: '((void of, void frames, void withSizeSeenFrom), { ...box, dimensions }),',
      },
    ],
  },
  {
    trap: 'an object is never held',
    file: 'src/model/document/held.ts',
    text: 'if (last) return last.frame + 1',
    becomes: 'if (last) return last.frame + 1e9',
  },
  {
    trap: 'held objects are submitted without a question',
    file: 'src/model/checks/checks.ts',
    text: "...(isWanted('HELD') ? checkHeld(input.document) : []),",
    becomes: '...(isWanted("HELD") ? checkHeld({ ...input.document, tracks: new Map() }) : []),',
  },
  {
    trap: 'a line sticks to what stands over the ground',
    file: mode('frameSpaceHost.ts'),
    text: 'return this.#onGround(viewCamera, at, picked.point)',
    becomes: 'return picked.point',
  },
  {
    trap: 'keys that change the frame of a video move the box, without a word',
    file: mode('cuboidCommands.ts'),
    text: "    editor.session.notices.refuse(msg('nudge.movesHere'))\n",
    becomes: '',
    also: [{ file: mode('cuboidCommands.ts'), text: "      editor.tell(msg('nudge.notFrames'))\n", becomes: '' }],
  },
  {
    trap: 'an object that is taken back to earlier frames has no attributes there',
    file: mode('propagate.ts'),
    text: 'object.track = withEarlierValues(placed, frame - direction * following.missed, frame)',
    becomes: 'object.track = placed',
  },
  {
    trap: 'propagation goes over the frames that a person has set',
    file: mode('propagate.ts'),
    text: 'if (isPersons(track, frame)) {',
    becomes: 'if (frame < 0 && isPersons(track, frame)) {',
  },
  {
    trap: 'an object of the last frame cannot be taken back',
    file: mode('cuboidFits.ts'),
    text: 'this.#editor.job.frames[before] && cuboidAt(track, before)',
    becomes: 'cuboidAt(track, before)',
  },
  {
    trap: 'a stationary object that is propagated gets another pose everywhere',
    file: mode('propagate.ts'),
    text: 'const placed = track.stationary',
    becomes: 'const placed = track.stationary && frame < 0',
  },
  {
    trap: 'a stationary object that is placed in a frame stays held there',
    file: edits('placeCuboid.ts'),
    text: 'return { ...track, cuboid: { ...still, keys } }',
    becomes: 'return { ...track, cuboid: keys.length > 0 ? still : still }',
  },
  {
    trap: 'the class that is chosen while the points answer is that of the object',
    file: mode('cuboidFits.ts'),
    text: 'editor.create(fitted.cuboid, currentClass, frame)',
    becomes: 'editor.create(fitted.cuboid, editor.currentClass, frame)',
  },
  {
    trap: 'an object that ends stops moving long before it',
    file: edits('trackKeys.ts'),
    text: 'return keptAlive(track, path, endedFrom(keysOf(heldBefore(track, path, frame)), frame))',
    becomes: 'return keptAlive(track, path, endedFrom(keysOf(track, path), frame))',
  },
  {
    trap: 'after a split the earlier half is selected',
    file: mode('trackActions.ts'),
    text: 'session.select([later.id])',
    becomes: 'session.select([earlier.id])',
  },
  {
    trap: 'cuboids are merged whatever they are',
    file: edits('oneObject.ts'),
    text: '  if (refusal) return refusal\n',
    becomes: '',
  },
  {
    trap: 'a key that is held down is many steps of undo',
    file: web('document/history.ts'),
    text: 'entry.run && this.past.at(-1)?.run === entry.run ? this.past.pop() : undefined',
    becomes: 'undefined',
  },
  {
    trap: 'a box on the camera that is removed goes in all frames',
    file: mode('shownCamera.ts'),
    text: 'dismissedBox(before, sensorId, editor.frame)',
    becomes: 'dismissedBox(before, sensorId, 0)',
  },
]

export const CUBOID_TRAPS: readonly Trap[] = TRAPS.map((trap) => ({ ...trap, hand: 'cuboids' }))
