"""The official Python SDK lists, reads and executes a skill over pipes and over HTTP."""

import asyncio
import sys

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

url, token, program, home, skills = sys.argv[1:]


async def use(name, transport, mode):
    async with Client(transport, mode=mode) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        assert tools == ["skill", "skill-execute", "skill-scan", "skill-search"], tools
        uri = "skill://greeting/SKILL.md"
        resources = (await client.list_resources()).resources
        assert any(str(resource.uri) == uri for resource in resources), resources
        text = (await client.read_resource(uri)).contents[0].text
        assert text.startswith("---\nname: greeting\n"), text
        executed = await client.call_tool(
            "skill-execute", {"name": "greeting", "arguments": "Ada"}
        )
        assert "Greet Ada" in executed.content[0].text, executed
        prompt = await client.get_prompt("greeting", {"arguments": "Bob"})
        assert "Greet Bob" in prompt.messages[0].content.text, prompt
        print(f"Python {name}, {client.protocol_version}: listed, read, executed")


async def main():
    pipes = StdioServerParameters(command=program, args=["--home", home, "mcp", skills])
    for mode in ["legacy", "auto"]:
        await use("pipes", pipes, mode)
        headers = {"authorization": f"Bearer {token}"}
        async with httpx2.AsyncClient(headers=headers) as http:
            await use("HTTP", streamable_http_client(url, http_client=http), mode)


asyncio.run(main())
