import { Color, GLSL3, Matrix4, ShaderMaterial, Vector3 } from 'three'
import { MISSING_POINT } from './loadedChunk.ts'
import { PALETTE_COLUMNS } from './pointMarks.ts'

export const POINT_COLORS = ['height', 'intensity', 'rgb', 'distance', 'frame', 'camera'] as const
export type PointColor = (typeof POINT_COLORS)[number]
/** `label`: points have the colours of their marks, and grey without one. */
export type CloudColor = PointColor | 'label'
/** The shader's mode with dim points, so that labels stand out. */
export const GREY_MODE = POINT_COLORS.length

const VERTEX = /* glsl */ `
in float intensity;
in vec3 rgb;
in vec3 cameraRgb;
in float slot;
in float preview;
in float ground;
uniform int mode;
uniform bool hasIntensity;
uniform float sizePx;
uniform vec2 heightRange;
uniform vec3 sensor;
uniform float farM;
uniform vec3 flatColor;
uniform bool hasBox;
uniform mat4 boxFromScene;
uniform vec3 boxColor;
uniform bool hasClip;
uniform mat4 clipFromScene;
uniform vec2 heightLimits;
uniform vec2 distanceLimits;
uniform bool hidesGround;
uniform bool hasMarks;
uniform bool showsLabels;
uniform sampler2D palette;
uniform vec3 previewColor;
uniform float previewScale;
out vec3 shade;

vec3 turbo(float t) {
  // Polynomial fit of the Turbo colour map, A. Mikhailov, 2019.
  const vec4 r4 = vec4(0.13572138, 4.61539260, -42.66032258, 132.13108234);
  const vec4 g4 = vec4(0.09140261, 2.19418839, 4.84296658, -14.18503333);
  const vec4 b4 = vec4(0.10667330, 12.64194608, -60.58204836, 110.36276771);
  const vec2 r2 = vec2(-152.94239396, 59.28637943);
  const vec2 g2 = vec2(4.27729857, 2.82956604);
  const vec2 b2 = vec2(-89.90310912, 27.34824973);
  vec4 v4 = vec4(1.0, t, t * t, t * t * t);
  vec2 v2 = v4.zw * v4.z;
  return vec3(dot(v4, r4) + dot(v2, r2), dot(v4, g4) + dot(v2, g2), dot(v4, b4) + dot(v2, b2));
}

bool isInside(mat4 unitFromScene, vec4 p) {
  return all(lessThanEqual(abs((unitFromScene * p).xyz), vec3(1.0)));
}

vec4 markColor() {
  int texel = int(slot);
  return texelFetch(palette, ivec2(texel % ${PALETTE_COLUMNS}, texel / ${PALETTE_COLUMNS}), 0);
}

void main() {
  vec4 inScene = modelMatrix * vec4(position, 1.0);
  vec4 mark = hasMarks ? markColor() : vec4(0.0, 0.0, 0.0, 1.0);
  float awayM = distance(inScene.xy, sensor.xy);
  bool isCut = mark.a == 0.0 || inScene.z < heightLimits.x || inScene.z > heightLimits.y ||
    (hidesGround && ground > 0.5) || awayM < distanceLimits.x || awayM > distanceLimits.y ||
    (hasClip && !isInside(clipFromScene, inScene));
  if (isCut || abs(position.x) > ${(MISSING_POINT / 10).toExponential(1)}) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    gl_PointSize = 0.0;
    return;
  }
  // Not modelMatrix first: the two were multiplied in float64 beforehand.
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  float height = clamp((inScene.z - heightRange.x) / max(heightRange.y - heightRange.x, 0.01), 0.0, 1.0);
  if (mode == 1) shade = mix(vec3(0.16, 0.22, 0.38), vec3(1.0, 0.95, 0.8), sqrt(intensity));
  else if (mode == 2) shade = rgb;
  else if (mode == 3) shade = turbo(0.08 + 0.84 * clamp(distance(inScene.xyz, sensor) / farM, 0.0, 1.0));
  else if (mode == 4) shade = flatColor * (0.55 + 0.45 * height);
  else if (mode == 5) shade = cameraRgb;
  else if (mode == ${GREY_MODE}) shade = vec3(0.24 + 0.34 * (hasIntensity ? sqrt(intensity) : height));
  else shade = turbo(0.1 + 0.8 * height);
  gl_PointSize = sizePx;
  if (hasMarks) {
    // A little shading by height shows the form of areas with one colour.
    if (showsLabels) shade = mix(shade, mark.rgb * (0.72 + 0.28 * height), mark.a);
    if (preview > 0.0) {
      shade = mix(shade, previewColor, 0.7);
      gl_PointSize = sizePx * previewScale + 0.5;
    }
  }
  if (hasBox && isInside(boxFromScene, inScene)) {
    // Brighter and larger, so that what the colour says can still be read.
    shade = mix(shade * 1.25, boxColor, 0.3) + 0.12;
    gl_PointSize = sizePx * 1.5 + 0.5;
  }
}
`

const FRAGMENT = /* glsl */ `
in vec3 shade;
out vec4 color;
void main() {
  color = vec4(shade, 1.0);
}
`

/** Clips nothing. */
export const ALL_LENGTHS: readonly [number, number] = [-MISSING_POINT, MISSING_POINT]

/**
 * The material for points of one cloud: colouring, clipping and highlighting happen in the shader, so that none of it
 * uploads anything.
 */
export function pointMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: {
      mode: { value: 0 },
      hasIntensity: { value: false },
      sizePx: { value: 2 },
      heightRange: { value: [0, 1] },
      sensor: { value: new Vector3() },
      farM: { value: 60 },
      flatColor: { value: new Color(1, 1, 1) },
      hasBox: { value: false },
      boxFromScene: { value: new Matrix4() },
      boxColor: { value: new Color(1, 1, 1) },
      hasClip: { value: false },
      clipFromScene: { value: new Matrix4() },
      heightLimits: { value: ALL_LENGTHS },
      distanceLimits: { value: ALL_LENGTHS },
      hidesGround: { value: false },
      hasMarks: { value: false },
      showsLabels: { value: false },
      palette: { value: null },
      previewColor: { value: new Color(1, 1, 1) },
      previewScale: { value: 1 },
    },
  })
}
