import { BufferAttribute, BufferGeometry, PerspectiveCamera, Points, PointsMaterial, Scene, WebGLRenderer } from 'three'
import { PCDLoader } from 'three/examples/jsm/loaders/PCDLoader.js'

// The shortest way to show a cloud with three: what its own loader is for.
const canvas = document.querySelector('canvas')!
const renderer = new WebGLRenderer({ canvas, antialias: true })
renderer.setPixelRatio(window.devicePixelRatio)

/** Milliseconds from the request until all points are handed to the renderer, and until they are drawn. */
async function show(url: string, widthPx: number, heightPx: number): Promise<[number, number]> {
  renderer.setSize(widthPx, heightPx)
  const scene = new Scene()
  const camera = new PerspectiveCamera(50, widthPx / heightPx, 0.1, 5000)
  camera.up.set(0, 0, 1)
  camera.position.set(-60, 0, 50)
  camera.lookAt(0, 0, 0)
  // The context and its program are there before, as in the page that is compared.
  const one = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(3), 3))
  scene.add(new Points(one, new PointsMaterial({ size: 2, sizeAttenuation: false })))
  renderer.render(scene, camera)
  const startedAt = performance.now()
  const points = await new PCDLoader().loadAsync(url)
  points.material.size = 2
  points.material.sizeAttenuation = false
  scene.add(points)
  await new Promise(requestAnimationFrame)
  renderer.render(scene, camera)
  const handedAt = performance.now()
  const gl = renderer.getContext()
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
  return [handedAt - startedAt, performance.now() - startedAt]
}

Object.assign(window, { show })
