// The official TypeScript SDKs, both of them, list, read and execute a skill over pipes and over HTTP.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as newest from '@modelcontextprotocol/client';
import { StdioClientTransport as NewestStdio } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';

const [url, token, program, home, skills] = process.argv.slice(2);
const started = { command: program, args: ['--home', home, 'mcp', skills] };
const authorized = { requestInit: { headers: { authorization: `Bearer ${token}` } } };
const info = { name: 'proof', version: '1' };
const auto = { versionNegotiation: { mode: 'auto' } };

const table = [
  ['1.x, pipes', new Client(info), new StdioClientTransport(started)],
  ['1.x, HTTP', new Client(info), new StreamableHTTPClientTransport(new URL(url), authorized)],
  ['2.x, pipes', new newest.Client(info, auto), new NewestStdio(started)],
  ['2.x, HTTP', new newest.Client(info, auto),
    new newest.StreamableHTTPClientTransport(new URL(url), authorized)],
];

for (const [name, client, transport] of table) {
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), ['skill', 'skill-execute', 'skill-scan', 'skill-search']);
  const { resources } = await client.listResources();
  const uri = 'skill://greeting/SKILL.md';
  assert(resources.some((resource) => resource.uri === uri));
  const { contents } = await client.readResource({ uri });
  assert.match(contents[0].text, /^---\nname: greeting\n/);
  const any = z.object({}).passthrough();
  const { skills: listed } = await client.request({ method: 'skills/list', params: {} }, any);
  const skill = listed.find((skill) => skill.uri === uri);
  assert.equal(skill.frontmatter.license, 'MIT');
  for (const { uri, digest, size } of skill.resources) {
    const { contents } = await client.readResource({ uri });
    const bytes = Buffer.from(contents[0].text);
    assert.equal(size, bytes.length);
    assert.equal(digest, `sha256:${createHash('sha256').update(bytes).digest('hex')}`);
  }
  const executed = await client.callTool({
    name: 'skill-execute',
    arguments: { name: 'greeting', arguments: 'Ada' },
  });
  assert(executed.content[0].text.includes('Greet Ada'), JSON.stringify(executed));
  const { prompts } = await client.listPrompts();
  assert(prompts.some((prompt) => prompt.name === 'greeting'));
  const prompt = await client.getPrompt({ name: 'greeting', arguments: { arguments: 'Bob' } });
  assert(prompt.messages[0].content.text.includes('Greet Bob'));
  await client.close();
  console.log(`TypeScript ${name}: listed, read, executed`);
}
