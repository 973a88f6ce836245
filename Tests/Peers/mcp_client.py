#!/usr/bin/env python3
"""Uses `chatprint mcp` as assistants do, with the official SDK as the client, and prints a line for each check.

usage: mcp_client.py CHATPRINT"""
import asyncio
import base64
import json
import os
import pathlib
import shutil
import sys
import tempfile
import urllib.parse

from mcp import Client, MCPError, StdioServerParameters

chatprint = sys.argv[1]
imports = pathlib.Path(__file__).parent.parent / "Fixtures" / "Imports"
TALK = {"title": "Bread", "me": "ana", "messages": [{"from": "ben", "text": "Rye or wheat?"}, {"from": "ana", "text": "Rye!"}]}


def passed(name, detail=""):
    print(f"{name:40} {str(detail)[:90]}")


def texts(result):
    return "\n".join(part.text for part in result.content if part.type == "text")


def linked(result):
    """The file that a result links to."""
    links = [part for part in result.content if part.type == "resource_link"]
    assert len(links) == 1, result
    return pathlib.Path(urllib.parse.unquote(urllib.parse.urlsplit(str(links[0].uri)).path))


def scene(place):
    """Folders with exports, and things outside of them to reach for."""
    exports, output, outside = place / "exports", place / "output", place / "outside"
    for folder in (exports, output, outside):
        folder.mkdir()
    shutil.copy(imports / "whatsapp" / "WhatsApp Chat with Ben Ito.txt", exports)
    shutil.copy(imports / "telegram" / "account.json", exports)
    secret = outside / "secret.txt"
    secret.write_text("15/01/2024, 10:00 - Ana: the password is swordfish\n15/01/2024, 10:01 - Ben: thanks\n")
    (exports / "link.txt").symlink_to(secret)
    (exports / "folder").symlink_to(outside)
    os.mkfifo(exports / "pipe.txt")
    (exports / "device.txt").symlink_to("/dev/zero")
    return exports, output, secret


async def check(client, exports, output, secret):
    async def call(name, **arguments):
        return await client.call_tool(name, arguments)

    async def refused(name, **arguments):
        result = await call(name, **arguments)
        assert result.is_error and "swordfish" not in texts(result), result
        return texts(result)

    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert set(tools) == {"render", "import", "chats", "validate", "verify", "themes"}, tools
    fields = tools["render"].input_schema["properties"]
    assert {"conversation", "file", "theme", "format", "split_by", "overwrite"} <= set(fields), fields
    assert "pdf" in fields["format"]["enum"] and fields["theme"]["description"]
    passed("tools", ", ".join(tools))

    resources = {str(resource.uri) for resource in (await client.list_resources()).resources}
    assert {"chatprint://schema", "chatprint://themes", "chatprint://themes/whatsapp"} <= resources, resources
    for uri in resources:
        read = await client.read_resource(uri)
        json.loads(read.contents[0].text)
    assert (await client.list_resource_templates()).resource_templates
    passed("resources", f"{len(resources)}, all of them JSON")
    try:
        await client.read_resource("chatprint://themes/../schema")
        raise AssertionError("an unknown resource was read")
    except MCPError as error:
        passed("unknown resource", error)

    assert [prompt.name for prompt in (await client.list_prompts()).prompts] == ["session-as-pdf"]
    prompt = await client.get_prompt("session-as-pdf", {"theme": "print"})
    assert "print" in prompt.messages[0].content.text
    passed("prompt", prompt.description)

    progress = []

    async def reported(done, total, message):
        progress.append(done)

    many = {"messages": [f"Message {number}" for number in range(3000)]}
    result = await client.call_tool("render", {"conversation": many, "format": "pdf"}, progress_callback=reported)
    assert not result.is_error and progress == sorted(progress) and progress, (progress, result)
    passed("progress", f"{len(progress)} notifications, last {progress[-1]:.2f}")

    result = await call("render", conversation=TALK, theme="whatsapp")
    images = [part for part in result.content if part.type == "image"]
    assert images[0].mime_type == "image/png" and base64.b64decode(images[0].data).startswith(b"\x89PNG\r\n\x1a\n"), result
    passed("render a picture", texts(result))

    result = await call("render", conversation=TALK, format="pdf", filename="bread", profile="evidence")
    document = linked(result)
    assert document == output / "bread.pdf" and document.read_bytes().startswith(b"%PDF-"), document
    passed("render a PDF", texts(result))
    again = linked(await call("render", conversation=TALK, format="pdf", filename="bread"))
    assert again == output / "bread-2.pdf" and again.read_bytes() != document.read_bytes(), again
    result = await call("render", conversation=TALK, format="pdf", filename="bread-2", overwrite=True, theme="signal")
    assert linked(result) == again, result
    passed("existing files", "kept, or replaced on request")

    named = linked(await call("render", conversation=TALK, format="html", filename="../../outside/page"))
    assert named.parent == output and sorted(path.name for path in secret.parent.iterdir()) == ["secret.txt"], named
    passed("names of files", named.name)

    result = await call("verify", file="bread.pdf")
    assert json.loads(texts(result))["verdict"] == "identical", result
    damaged = output / "damaged.pdf"
    damaged.write_bytes(bytes(byte ^ (index == 1000) for index, byte in enumerate(document.read_bytes())))
    assert json.loads(texts(await call("verify", file=str(damaged))))["verdict"] == "changed"
    passed("verify", "identical, changed")

    result = await call("import", file="WhatsApp Chat with Ben Ito.txt", me="Ana Kim")
    talk = json.loads(result.content[0].text)
    assert talk["messages"] and not result.is_error, result
    passed("import", texts(result).splitlines()[-1])

    chats = json.loads(texts(await call("chats", file="account.json")))["chats"]
    assert len(chats) > 1, chats
    passed("chats", ", ".join(chat["name"] for chat in chats))
    problem = await refused("render", file="account.json")
    assert chats[0]["name"] in problem and 'Set "chat"' in problem, problem
    passed("export of several chats", problem.splitlines()[0])
    result = await call("render", file="account.json", chat=chats[0]["name"], format="txt")
    assert not result.is_error and result.content[0].text, result
    result = await call("render", file="account.json", split_by="chat", format="txt")
    assert linked(result).read_bytes().startswith(b"PK"), result
    passed("one or all of them", linked(result).name)

    problem = await refused("validate", conversation={"messages": [{"text": "Hi", "at": "yesterday"}]})
    assert "/messages/0/at" in problem, problem
    passed("validate a faulty conversation", problem)
    result = await call("validate", conversation=json.dumps(TALK), them="whatsapp")
    assert "theme" in json.loads(texts(result))["warnings"][0]["detail"], result
    passed("misspelled argument", json.loads(texts(result))["warnings"][0]["detail"])

    paths = [secret, "../outside/secret.txt", "link.txt", "folder/secret.txt", "folder", "pipe.txt", "device.txt", "/dev/zero",
             "/etc/passwd", f"file://{secret}", exports / ".." / "outside" / "secret.txt", "", "missing.txt", "/"]
    for path in paths:
        for tool in ("render", "import", "chats", "validate", "verify"):
            await refused(tool, file=str(path))
    words = {(await refused("import", file=str(path))).replace(str(path), "") for path in (secret, secret.parent / "no.txt")}
    assert len(words) == 1, words
    passed("files outside the folders", f"{len(paths)} paths refused by 5 tools")
    inside = await call("import", file=str(exports / "WhatsApp Chat with Ben Ito.txt"))
    assert not inside.is_error, inside

    for name, arguments in [("delete", {}), ("render", [])]:
        try:
            await client.session.call_tool(name, arguments)
            raise AssertionError(name)
        except MCPError as error:
            passed("invalid parameters", error)
        except ValueError:
            passed("invalid parameters", "rejected by the client")


async def cancel(server):
    """A client that waits no longer cancels the request, and the next one is answered."""
    async with Client(server, mode="legacy") as client:
        large = {"messages": [f"Message {number} " + "word " * 40 for number in range(20000)]}
        try:
            await asyncio.wait_for(client.call_tool("render", {"conversation": large, "format": "pdf"}), 1)
            raise AssertionError("not canceled")
        except asyncio.TimeoutError:
            pass
        result = await asyncio.wait_for(client.call_tool("themes", {}), 10)
        assert not result.is_error
        passed("canceled request", "the next one is answered")


async def without_output(server):
    async with Client(server, mode="legacy") as client:
        result = await client.call_tool("render", {"conversation": TALK, "format": "pdf"})
        assert result.is_error and "--output" in texts(result), result
        passed("no output folder", texts(result))
        result = await client.call_tool("render", {"conversation": TALK})
        assert result.content[0].type == "image", result


async def main():
    place = pathlib.Path(tempfile.mkdtemp()).resolve()
    exports, output, secret = scene(place)
    server = StdioServerParameters(
        command=chatprint, args=["mcp", "--folder", str(exports), "--output", str(output)])
    for mode in ("auto", "legacy"):
        async with Client(server, mode=mode) as client:
            passed(mode, f"{client.server_info.name} {client.server_info.version}, revision {client.protocol_version}")
            if mode == "auto":
                await check(client, exports, output, secret)
    await cancel(server)
    assert not [path for path in output.iterdir() if ".part-" in path.name], list(output.iterdir())
    await without_output(StdioServerParameters(command=chatprint, args=["mcp"]))
    shutil.rmtree(place)


asyncio.run(main())
