// Tests which files can be played.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlayable } from './playing.ts';

test('a file is played by its type, or else by its name', () => {
  const cases = [
    ['audio/mpeg', 'https://a.example/download?id=1', 'audio'],
    ['Video/MP4', 'https://a.example/download', 'video'],
    [undefined, 'https://a.example/1.MP3?token=x', 'audio'],
    ['application/octet-stream', 'https://a.example/1.m4v#t=1', 'video'],
    ['application/pdf', 'https://a.example/1.pdf', undefined],
    ['text/html', 'https://a.example/1.mp3/comments', undefined],
    ['image/jpeg', 'https://audio/video.jpg', undefined],
  ] as const;
  for (const [type, url, expected] of cases) {
    assert.equal(isPlayable({ url, ...(type && { type }) }), expected, url);
  }
});
