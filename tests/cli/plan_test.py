"""explain, info, SIMD targets and threads."""
import json
import unittest

import numpy as np

from support import ToolTest, main, random_picture

EXPLAIN = ("explain", "blur", "--sigma", "3")


class PlanTest(ToolTest):
    def plan(self, *words):
        return json.loads(self.succeed(*words, "--json"))

    def test_json_has_the_plan_and_its_nine_regions(self):
        plan = self.plan(*EXPLAIN, "--size", "1920x1080", "--channels", "3", "--type", "u16")
        for key in ("dispatches", "tiles", "tile_width", "tile_height", "target", "scratch_bytes", "regions"):
            self.assertIn(key, plan)
        self.assertEqual(plan["dispatches"], 1)
        self.assertEqual([sorted(r) for r in plan["regions"]], [["kernel", "name", "tiles"]] * 9)
        self.assertEqual(len({r["name"] for r in plan["regions"]}), 9)
        self.assertEqual(sum(r["tiles"] for r in plan["regions"]), plan["tiles"])
        tiles = {r["name"]: r["tiles"] for r in plan["regions"]}
        self.assertEqual(tiles["top_left"], 1)
        self.assertGreater(tiles["bulk"], 0)
        across, down = -(-1920 // plan["tile_width"]), -(-1080 // plan["tile_height"])
        self.assertEqual(plan["tiles"], across * down)

    def test_a_file_gives_the_same_plan_as_its_size(self):
        self.put("in.png", random_picture(70, 90, 3, np.uint16))
        self.assertEqual(self.plan(*EXPLAIN, "in.png"),
                         self.plan(*EXPLAIN, "--size", "90x70", "--channels", "3", "--type", "u16"))
        self.assertEqual(self.names(), ["in.png"])

    def test_words_name_the_stages(self):
        words = ("--size", "64x64", "--channels", "4", "--border", "wrap", "--threads", "3")
        said = self.succeed(*EXPLAIN, *words).decode()
        for word in ("wrap", "linear", "premultiply", "3 threads"):
            self.assertIn(word, said)
        said = self.succeed(*EXPLAIN, "--size", "64x64", "--linear", "off").decode()
        self.assertNotIn("linear", said)
        self.assertEqual(self.names(), [])

    def test_every_command_can_be_explained(self):
        self.put("k.txt", b"1 2\n3 4\n")
        for words in (("box", "--radius", "2"), ("tent", "--radius", "2,0"), ("filter", "--vertical", "1,2,1"),
                      ("filter", "--kernel", "k.txt", "--anchor", "0,0")):
            self.assertEqual(self.plan("explain", *words, "--size", "50x40")["dispatches"], 1)

    def test_wrong_questions_are_refused(self):
        self.put("in.png", random_picture(7, 9, 3, np.uint8))
        self.refuse(2, *EXPLAIN, says=["--size"])
        self.refuse(2, *EXPLAIN, "--size", "10x10", "in.png", says=["--size"])
        self.refuse(2, *EXPLAIN, "--type", "u8", "in.png", says=["--type"])
        self.refuse(2, *EXPLAIN, "in.png", "in.png", says=["one input"])
        self.refuse(2, *EXPLAIN, "in.png", "--map", "map.npy", says=["--map"])
        self.refuse(2, *EXPLAIN, "in.png", "--depth", "32f", "-o", "out.png", says=["--depth"])
        for size in ("10", "0x4", "4x-1", "axb", "1x2x3"):
            self.refuse(2, *EXPLAIN, f"--size={size}", says=["--size", size])
        self.refuse(1, *EXPLAIN, "none.png", says=["none.png"])

    def test_map_colours_each_region_by_its_tiles(self):
        words = (*EXPLAIN, "--size", "1000x900", "--channels", "4", "--map", "map.png", "--force")
        said = self.succeed(*words).decode()
        plan = self.plan(*EXPLAIN, "--size", "1000x900", "--channels", "4")
        legend = {line.split()[1]: line for line in said.splitlines() if line.startswith("map: ")}
        picture = self.get("map.png")
        self.assertEqual(picture.shape, (900, 1000, 3))
        colours, counts = np.unique(picture.reshape(-1, 3), axis=0, return_counts=True)
        drawn = {"#%02x%02x%02x" % tuple(c): n for c, n in zip(colours, counts)}
        lines = drawn.pop("#202020")
        self.assertEqual(set(drawn), set(legend))
        self.assertEqual(len(legend), sum(r["tiles"] > 0 for r in plan["regions"]))
        self.assertLess(lines, picture.size / 3 / 10)
        corner = "#%02x%02x%02x" % tuple(picture[0, 0])
        self.assertIn("top_left", legend[corner])
        self.assertIn("bulk", legend["#%02x%02x%02x" % tuple(picture[plan["tile_height"] + 5, plan["tile_width"] + 5])])
        self.assertIn("bottom_right", legend["#%02x%02x%02x" % tuple(picture[-1, -1])])

    def test_map_of_a_large_picture_is_small_enough_to_look_at(self):
        run = self.tool(*EXPLAIN, "--size", "30000x2000", "--map", "map.png", "--json")
        self.assertEqual(run.returncode, 0)
        json.loads(run.stdout)
        self.assertIn(b"map: ", run.stderr)
        height, width, _ = self.get("map.png").shape
        self.assertEqual((width, height), (1000, 67))
        self.refuse(1, *EXPLAIN, "--size", "9x9", "--map", "map.png", says=["map.png", "--force"])

    def test_info_tells_of_the_tool_and_of_files(self):
        about = json.loads(self.succeed("info", "--json"))
        self.assertEqual(about["targets"][-1], "SCALAR")
        self.assertEqual(about["target"], about["targets"][0])
        self.assertGreaterEqual(about["threads"], 1)
        self.put("in.png", random_picture(7, 9, 2, np.uint16))
        self.put("in.npy", random_picture(5, 4, 1, np.float32))
        lines = [json.loads(line) for line in self.succeed("info", "--json", "in.png", "in.npy").splitlines()]
        self.assertEqual(lines, [
            {"file": "in.png", "format": "PNG", "width": 9, "height": 7, "channels": 2, "type": "u16"},
            {"file": "in.npy", "format": "NPY", "width": 4, "height": 5, "channels": 1, "type": "f32"}])
        self.assertEqual(self.succeed("info", "in.png"), b"in.png: PNG, 9 x 7, 2 channels, u16\n")
        run = self.tool("info", "none.png", "in.png")
        self.assertEqual((run.returncode, run.stdout.count(b"\n"), run.stderr.count(b"\n")), (1, 1, 1))

    def test_target_of_the_environment_is_taken_or_refused(self):
        targets = json.loads(self.succeed("info", "--json"))["targets"]
        self.put("in.npy", random_picture(40, 50, 3, np.float32))
        results = []
        for target in targets:
            env = {"NINEFOLD_TARGET": target}
            run = self.tool("blur", "--sigma", "2", "in.npy", "-o", f"{target}.npy", "--verbose", env=env)
            self.assertIn(f"target {target},", run.stderr.decode())
            results.append(self.get(f"{target}.npy"))
            self.assertEqual(json.loads(self.succeed("info", "--json", env=env))["target"], target)
        for result in results[1:]:
            np.testing.assert_allclose(result, results[0], rtol=0, atol=1e-6)
        for words in (("blur", "--sigma", "2", "in.npy", "-o", "out.npy"), ("info",), ("--version",)):
            self.refuse(2, *words, env={"NINEFOLD_TARGET": "AVX9"}, says=["NINEFOLD_TARGET", "AVX9", "SCALAR"])

    def test_threads_do_not_change_the_result(self):
        for dtype in (np.uint8, np.uint16, np.float32):
            self.put("in.npy", random_picture(300, 200, 3, dtype))
            self.succeed("blur", "--sigma", "2", "in.npy", "-o", "default.npy", "--force")
            for threads in (1, 2, 7):
                self.succeed("blur", "--sigma", "2", "in.npy", "-o", "out.npy", "--force", "--threads", threads)
                self.assertEqual(self.path("out.npy").read_bytes(), self.path("default.npy").read_bytes())


if __name__ == "__main__":
    main()
